import * as v from 'valibot';

const INVALID = 'Invalid email format';

/**
 * An email address of at most 255 characters. Forms, feeds and the auth service share this rule. It allows the
 * characters that mail servers accept, including apostrophes and slashes. The domain must contain a dot. An
 * internationalized domain must be in its encoded form (Punycode).
 */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(255, 'Email too long'),
  v.rfcEmail(INVALID),
  v.regex(/@.+\./, INVALID),
);
