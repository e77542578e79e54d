import { sql } from 'drizzle-orm';
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { VOUCH_STATUSES, VOUCH_WAYS } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { profiles } from './profiles.ts';

/**
 * One student vouches for another. The row stays when the vouch is revoked, because a vouch by link also shows who
 * invited whom. If the voucher's account is deleted, vouches by link stay for two more years.
 */
export const vouches = sqliteTable(
  'vouches',
  {
    id: uuidKey(),
    voucher_id: text()
      .notNull()
      .references(() => profiles.id),
    vouchee_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    way: text({ enum: VOUCH_WAYS }).notNull(),
    status: text({ enum: VOUCH_STATUSES }).notNull().default('live'),
    ended_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('vouches_live')
      .on(t.voucher_id, t.vouchee_id)
      .where(sql`status = 'live'`),
    index('vouches_given').on(t.voucher_id, t.created_at),
    index('vouches_got').on(t.vouchee_id, t.created_at),
    index('vouches_revoked')
      .on(t.ended_at)
      .where(sql`status = 'revoked'`),
    check('vouches_not_self', sql`voucher_id <> vouchee_id`),
    check('vouches_ended', sql`(status = 'live') = (ended_at is null)`),
    check('vouches_way_known', oneOf(t.way, VOUCH_WAYS)),
    check('vouches_status_known', oneOf(t.status, VOUCH_STATUSES)),
  ],
);

/** A personal link with which one person can accept a vouch. Only the hash of its token is stored. */
export const vouchLinks = sqliteTable(
  'vouch_links',
  {
    token_hash: text().primaryKey(),
    voucher_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    expires_at: instant().notNull(),
    used_at: instant(),
    vouch_id: text().references(() => vouches.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [index('vouch_links_voucher').on(t.voucher_id, t.created_at), index('vouch_links_expiry').on(t.expires_at)],
);

/** After a case of fraud, the vouches that `user_id` gave do not count until the time `until`. */
export const vouchFreezes = sqliteTable(
  'vouch_freezes',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /**
     * The id of the ticket request in the case of fraud, or `past:` and the id of a deleted account whose freeze this
     * person inherited.
     */
    cause: text().notNull(),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.cause] })],
);

export type Vouch = typeof vouches.$inferSelect;
export type NewVouch = typeof vouches.$inferInsert;
