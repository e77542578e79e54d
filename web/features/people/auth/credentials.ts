import * as v from 'valibot';
import { EmailAddress } from '../../../../worker/contract/people/email-address.ts';
import { cleanName } from '../../../../worker/contract/text/names.ts';

const email = v.pipe(v.string(), v.trim(), EmailAddress);
const password = v.pipe(
  v.string(),
  v.minLength(8, 'Password must be at least 8 characters'),
  v.maxLength(100, 'Password too long'),
);
const full_name = v.pipe(
  v.string(),
  v.transform(cleanName),
  v.minLength(2, 'Name must be at least 2 characters'),
  v.maxLength(100, 'Name too long'),
);
const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'The code has six digits'));

/** A phone number with its country code. The result has only digits, as the auth service stores it. */
const phone = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/[\s().+-]/g, '')),
  v.regex(/^[1-9]\d{6,14}$/, 'Enter the phone number with its country code, like +1 617 555 0100'),
);

/** Returns only the digits of a typed or pasted code. Some apps show a code in two groups with a space between. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 6);

export const SignIn = v.object({ email, password });
export const SignUp = v.object({ full_name, email, password });
export const EmailOnly = v.object({ email });
export const NameOnly = v.object({ full_name });
export const PasswordOnly = v.object({ password });
export const CodeOnly = v.object({ code });
export const AddressAndCode = v.object({
  address: v.union([email, phone], 'Enter the address or the phone number'),
  code,
});
export const PasskeyName = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Name the passkey'), v.maxLength(60, 'Name too long')),
});
