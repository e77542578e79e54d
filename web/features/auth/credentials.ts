import * as v from 'valibot';

const email = v.pipe(v.string(), v.trim(), v.email('Invalid email format'), v.maxLength(255, 'Email too long'));
const password = v.pipe(v.string(), v.minLength(8, 'Password must be at least 8 characters'), v.maxLength(100, 'Password too long'));
const full_name = v.pipe(v.string(), v.trim(), v.minLength(2, 'Name must be at least 2 characters'), v.maxLength(100, 'Name too long'));

/** What the forms of the sign-in screens ask for; the texts are the product's. */
export const SignIn = { email, password };
export const SignUp = { full_name, email, password };
export const EmailOnly = { email };
export const PasswordOnly = { password };
export const CodeOnly = { code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'The code has six digits')) };

export type Fields = Record<string, v.GenericSchema<string, string>>;

/** The error of one field, or none. */
export function errorOf(schema: v.GenericSchema<string, string>, value: string): string | undefined {
  const { issues } = v.safeParse(schema, value);
  return issues?.[0].message;
}
