import * as v from 'valibot';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { AddressFields, emailOf, phoneOf, providerOf, type Addressee } from '../accounts/addresses.ts';
import { bannedUntil } from '../accounts/ban.rules.ts';
import { optionalMetadata, optionalObject } from '../base/metadata.ts';
import { malformed } from '../base/errors.ts';
import { optionalText } from '../base/inputs.ts';
import { isImportable } from '../password/imported-hash.ts';
import { hashPassword } from '../password/password-hash.ts';
import { MAX_PASSWORD, passwordTooLong } from '../password/password-policy.ts';

/** The body of `POST /admin/users` and `PUT /admin/users/{id}`. */
export const AdminUser = v.object({
  ...AddressFields,
  id: v.nullish(v.pipe(v.string(), v.uuid('id must be an UUID'))),
  password: v.nullish(v.string()),
  password_hash: optionalText(512),
  email_confirm: v.nullish(v.boolean()),
  phone_confirm: v.nullish(v.boolean()),
  user_metadata: optionalMetadata('must be an object'),
  app_metadata: optionalObject('must be an object'),
  role: v.nullish(v.pipe(v.string(), v.regex(/^\w{0,64}$/, 'role must be one word'))),
  ban_duration: v.nullish(v.string()),
});
export type AdminUser = v.InferOutput<typeof AdminUser>;

export function addresseesOf({ email, phone }: AdminUser): Addressee[] {
  return [
    ...(email ? [{ channel: 'email' as const, address: emailOf(email) }] : []),
    ...(phone ? [{ channel: 'sms' as const, address: phoneOf(phone) }] : []),
  ];
}

export function columnsOf(addressees: Addressee[]): { email?: string; phone?: string } {
  return Object.fromEntries(addressees.map((addressee) => [providerOf(addressee), addressee.address]));
}

export function hashOf({ password, password_hash }: AdminUser): string | null {
  if (password && password_hash) throw malformed('Only a password or a password hash should be provided');
  if (password && password.length > MAX_PASSWORD) throw passwordTooLong();
  if (password_hash && !isImportable(password_hash)) {
    throw malformed(
      'password_hash must be a hash of bcrypt, argon2i or argon2id with at most 64 MiB, or firebase-scrypt',
    );
  }
  return password ? hashPassword(password) : (password_hash ?? null);
}

export function roleAndBan(
  { role, ban_duration }: AdminUser,
  now: Date,
): Partial<Pick<AuthUser, 'role' | 'banned_until'>> {
  const banned_until = ban_duration ? bannedUntil(ban_duration, now) : undefined;
  if (ban_duration && banned_until === undefined)
    throw malformed('invalid format for ban duration: must be a duration or none');
  return { ...(role ? { role } : {}), ...(banned_until === undefined ? {} : { banned_until }) };
}
