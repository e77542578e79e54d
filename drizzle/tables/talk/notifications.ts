import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { NOTICE_CHANNELS, NOTICE_KINDS } from '../../vocabulary.ts';
import { authSessions } from '../people/auth-sessions.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';
import { outbox } from './outbox.ts';
import { profiles } from '../people/profiles.ts';

/**
 * A notification for one person, at most one per `cause`. It holds no secret, because a locked phone shows it. It is
 * pushed between `push_at` and `expires_at`. Quiet hours do not delay it if `is_urgent` is set. The mail `outbox_id` is
 * sent only if the notification stays unseen.
 */
export const notifications = sqliteTable(
  'notifications',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    title: text().notNull(),
    body: text().notNull(),
    path: text().notNull(),
    cause: text().notNull(),
    is_urgent: integer({ mode: 'boolean' }).notNull().default(false),
    expires_at: instant(),
    push_at: instant(),
    push_tries: integer().notNull().default(0),
    pushed_at: instant(),
    seen_at: instant(),
    outbox_id: text().references(() => outbox.id, { onDelete: 'set null' }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_cause').on(t.user_id, t.cause),
    index('notifications_user').on(t.user_id, t.created_at, t.id),
    index('notifications_unseen')
      .on(t.user_id)
      .where(sql`seen_at is null`),
    index('notifications_push')
      .on(t.push_at)
      .where(sql`push_at is not null`),
    index('notifications_mail')
      .on(t.outbox_id)
      .where(sql`outbox_id is not null`),
    index('notifications_created').on(t.created_at),
    check('notifications_path', sql`path like '/%' and path not like '//%'`),
    check('notifications_kind_known', oneOf(t.kind, NOTICE_KINDS)),
  ],
);

/**
 * A browser that gets push messages. `server_key` is our public key with which the browser subscribed. The row is
 * deleted with the session, so a signed-out browser gets nothing.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    session_id: text()
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    server_key: text().notNull(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    seen_at: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id), index('push_subscriptions_session').on(t.session_id)],
);

/**
 * A person's settings for notifications. Quiet hours are minutes after midnight in New York, and null if the person has
 * none. An open page of the person may be listening for notifications until `live_until`.
 */
export const noticeSettings = sqliteTable(
  'notice_settings',
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    quiet_from: integer(),
    quiet_until: integer(),
    live_until: instant(),
  },
  () => [
    check('notice_settings_both', sql`(quiet_from is null) = (quiet_until is null)`),
    check('notice_settings_range', sql`quiet_from between 0 and 1439 and quiet_until between 0 and 1439`),
  ],
);

/** A kind of notification that a person does not want by push or by mail. The app's list still shows this kind. */
export const noticeOptOuts = sqliteTable(
  'notice_opt_outs',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    channel: text({ enum: NOTICE_CHANNELS }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.kind, t.channel] }),
    check('notice_opt_outs_kind_known', oneOf(t.kind, NOTICE_KINDS)),
    check('notice_opt_outs_channel_known', oneOf(t.channel, NOTICE_CHANNELS)),
  ],
);

export type Notification = typeof notifications.$inferSelect;
export type NewNotification = typeof notifications.$inferInsert;
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
