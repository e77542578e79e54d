import * as v from 'valibot';

const INVALID = 'Invalid email format';

/**
 * Forms, feeds and the auth service share this rule. It allows what mail servers accept, including apostrophes and
 * slashes. An internationalized domain must be in Punycode.
 */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(255, 'Email too long'),
  v.rfcEmail(INVALID),
  v.regex(/@.+\./, INVALID),
);
