import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CODE_KINDS } from '../../vocabulary.ts';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/** A person's data from a provider or a wallet. */
export interface OutsidePerson {
  provider: string;
  provider_id: string;
  email: string | null;
  email_verified: boolean;
  data: Record<string, unknown>;
}

/**
 * An unfinished flow: an OAuth flow, the PKCE flow of a mail's link, or a challenge for a passkey. In an OAuth flow,
 * `id` is the `state` that the provider returns. The client exchanges `auth_code` once, within five minutes of
 * `code_issued_at`. If `linking_person` is set, the exchange also links that person's identity to the account
 * `linking_user_id`.
 */
export const authFlowStates = sqliteTable(
  'auth_flow_states',
  {
    id: uuidKey(),
    auth_code: text(),
    code_challenge: text(),
    code_challenge_method: text({ enum: ['s256', 'plain'] }),
    code_issued_at: instant(),
    user_id: text().references(() => authUsers.id, { onDelete: 'cascade' }),
    linking_user_id: text().references(() => authUsers.id, { onDelete: 'cascade' }),
    linking_person: text({ mode: 'json' }).$type<OutsidePerson>(),
    authentication_method: text().notNull(),
    provider: text().notNull(),
    provider_verifier: text(),
    provider_nonce: text(),
    provider_access_token: text(),
    provider_refresh_token: text(),
    invite_token: text(),
    redirect_to: text(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_flow_states_code')
      .on(t.auth_code)
      .where(sql`auth_code is not null`),
    index('auth_flow_states_created').on(t.created_at),
    index('auth_flow_states_user').on(t.user_id),
  ],
);

export type AuthFlowState = typeof authFlowStates.$inferSelect;
export type NewAuthFlowState = typeof authFlowStates.$inferInsert;

/** `browser` is a hash of the secret in the browser's cookie, or null if the sign-up did not come from our pages. */
export interface PendingSignUp {
  password_hash: string | null;
  data: Record<string, unknown>;
  browser: string | null;
}

/**
 * The link in a mail contains the code's token: an HMAC of the digits and other values, keyed with the server's pepper.
 * `hash` is the token's SHA-256, so the row reveals neither the link nor the digits. If `flow_state_id` is set, the
 * link redirects with a PKCE code instead of tokens. `sign_up` is applied only when this code is confirmed.
 */
export const authOneTimeCodes = sqliteTable(
  'auth_one_time_codes',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    kind: text({ enum: CODE_KINDS }).notNull(),
    hash: text().notNull(),
    address: text().notNull(),
    flow_state_id: text(),
    sign_up: text({ mode: 'json' }).$type<PendingSignUp>(),
    attempts: integer().notNull().default(0),
    expires_at: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_codes_user_kind').on(t.user_id, t.kind),
    uniqueIndex('auth_codes_hash').on(t.hash),
    index('auth_codes_address').on(t.address, t.kind),
    index('auth_codes_expiry').on(t.expires_at),
    check('auth_codes_kind_known', oneOf(t.kind, CODE_KINDS)),
  ],
);

export type AuthOneTimeCode = typeof authOneTimeCodes.$inferSelect;
