import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CODE_KINDS } from '../../vocabulary.ts';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/**
 * A person as a provider or a wallet knows them. `provider_id` is unique within `provider`, `data` becomes the
 * identity's data.
 */
export interface OutsidePerson {
  provider: string;
  provider_id: string;
  email: string | null;
  email_verified: boolean;
  data: Record<string, unknown>;
}

/**
 * A flow that has begun and not ended: an OAuth flow, or the PKCE flow of a mail's link. `id` is the `state` that the
 * provider returns. The client exchanges `auth_code` once, within five minutes of `code_issued_at`. The Worker itself
 * uses `provider_verifier` and `provider_nonce` with the provider. `linking_user_id` is the user whose account the
 * identity is to join. `linking_person` is set if the identity is linked only when `auth_code` is exchanged.
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

/**
 * What a sign-up asks for: the password's hash and the metadata. `browser` is the hash of the secret in the cookie of
 * the browser that signed up; null if no page of ours did.
 */
export interface PendingSignUp {
  password_hash: string | null;
  data: Record<string, unknown>;
  browser: string | null;
}

/**
 * A one-time code that was sent. `hash` is the SHA-256 of the link's token, and the token is an HMAC under the server's
 * pepper, so that the row reveals neither the link nor the digits. `flow_state_id` is set if the link must end in a
 * PKCE code. `sign_up` is applied to the account only when this very code is confirmed. Until then nothing of it is in
 * the account.
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
