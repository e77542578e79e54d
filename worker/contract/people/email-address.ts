import * as v from 'valibot';

const INVALID = 'Invalid email format';

/** Allows what mail servers accept, including apostrophes and slashes. International domains must be in Punycode. */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(255, 'Email too long'),
  v.rfcEmail(INVALID),
  v.regex(/@.+\./, INVALID),
);
