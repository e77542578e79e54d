import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { FACTOR_STATUSES, FACTOR_TYPES } from '../../vocabulary.ts';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/**
 * A second factor of an account. `secret` is encrypted with the server's pepper. `last_step` is the TOTP time step of
 * the last accepted code: codes of this or an earlier time step are refused.
 */
export const authFactors = sqliteTable(
  'auth_factors',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    factor_type: text({ enum: FACTOR_TYPES }).notNull(),
    status: text({ enum: FACTOR_STATUSES }).notNull().default('unverified'),
    friendly_name: text(),
    phone: text(),
    secret: text(),
    last_step: integer(),
    last_challenged_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    index('auth_factors_user').on(t.user_id),
    index('auth_factors_unverified')
      .on(t.created_at)
      .where(sql`status = 'unverified'`),
    index('auth_factors_verified')
      .on(t.user_id)
      .where(sql`status = 'verified'`),
    uniqueIndex('auth_factors_name')
      .on(t.user_id, t.friendly_name)
      .where(sql`friendly_name is not null and friendly_name <> ''`),
    check('auth_factors_type_known', oneOf(t.factor_type, FACTOR_TYPES)),
    check('auth_factors_status_known', oneOf(t.status, FACTOR_STATUSES)),
  ],
);

export type AuthFactor = typeof authFactors.$inferSelect;

/**
 * A second factor's passkey. `credential_id` and `public_key` (COSE) are base64url. Many passkeys always report a
 * `counter` of 0.
 */
export const authPasskeys = sqliteTable(
  'auth_passkeys',
  {
    factor_id: text()
      .primaryKey()
      .references(() => authFactors.id, { onDelete: 'cascade' }),
    credential_id: text().notNull(),
    public_key: text().notNull(),
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_passkeys_credential').on(t.credential_id),
    check('auth_passkeys_counter_counts', sql`counter >= 0`),
  ],
);

export type AuthPasskey = typeof authPasskeys.$inferSelect;

/** A challenge can be answered once, and only from the network address `ip` that asked for it. */
export const authChallenges = sqliteTable(
  'auth_challenges',
  {
    id: uuidKey(),
    factor_id: text()
      .notNull()
      .references(() => authFactors.id, { onDelete: 'cascade' }),
    ip: text().notNull(),
    code_hash: text(),
    attempts: integer().notNull().default(0),
    expires_at: instant().notNull(),
    verified_at: instant(),
    created_at: createdAt(),
  },
  (t) => [index('auth_challenges_factor').on(t.factor_id), index('auth_challenges_expiry').on(t.expires_at)],
);

export type AuthChallenge = typeof authChallenges.$inferSelect;
