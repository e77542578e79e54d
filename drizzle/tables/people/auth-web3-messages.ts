import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instant } from '../columns.ts';

/** A wallet message that was used to sign in and must not work again. `hash` is a keyed hash of address and message. */
export const authWeb3Messages = sqliteTable(
  'auth_web3_messages',
  { hash: text().primaryKey(), address: text().notNull(), expires_at: instant().notNull(), created_at: createdAt() },
  (t) => [index('auth_web3_messages_expiry').on(t.expires_at)],
);

export type AuthWeb3Message = typeof authWeb3Messages.$inferSelect;
