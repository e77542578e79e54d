import * as v from 'valibot';
import type { AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { bannedUntil } from './ban.rules.ts';
import { malformed } from '../errors.ts';
import { Address, MAX_PASSWORD } from '../inputs.ts';
import { hashPassword } from '../password/password-hash.ts';

type Json = Record<string, unknown>;

const object = v.nullish(v.record(v.string(), v.unknown(), 'must be an object'));
const ARGON2ID = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** `POST /admin/users` and `PUT /admin/users/{id}`. Unknown keys are dropped. */
export const AdminUser = v.object({
  ...Address,
  id: v.nullish(v.pipe(v.string(), v.uuid('id must be an UUID'))),
  password: v.nullish(v.string()),
  password_hash: v.nullish(v.pipe(v.string(), v.maxLength(512))),
  email_confirm: v.nullish(v.boolean()),
  phone_confirm: v.nullish(v.boolean()),
  user_metadata: object,
  app_metadata: object,
  role: v.nullish(v.pipe(v.string(), v.regex(/^\w{0,64}$/, 'role must be one word'))),
  ban_duration: v.nullish(v.string()),
});
export type AdminUser = v.InferOutput<typeof AdminUser>;

/** The hash that a password, or a hash made elsewhere, is stored as; null where neither was sent. */
export function hashOf({ password, password_hash }: AdminUser): string | null {
  if (password && password_hash) throw malformed('Only a password or a password hash should be provided');
  if (password && password.length > MAX_PASSWORD) throw malformed(`Password cannot be longer than ${MAX_PASSWORD} characters`);
  if (password_hash && !ARGON2ID.test(password_hash)) throw malformed('password_hash must be an argon2id hash');
  return password ? hashPassword(password) : (password_hash ?? null);
}

/** What a request says of role and ban, as columns. */
export function roleAndBan({ role, ban_duration }: AdminUser, now: Date): Partial<AuthUser> {
  const banned = ban_duration ? { banned_until: bannedUntil(ban_duration, now) } : {};
  if ('banned_until' in banned && banned.banned_until === undefined)
    throw malformed('invalid format for ban duration: must be a duration or none');
  return { ...(role ? { role } : {}), ...(banned as Partial<AuthUser>) };
}

/** Metadata with new keys in place; a key sent as null goes. */
export function merged(metadata: Json, news: Json | null | undefined): Json {
  return Object.fromEntries(Object.entries({ ...metadata, ...news }).filter(([, value]) => value !== null));
}
