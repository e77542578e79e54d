import { and, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { noticeOptOuts, noticeSettings, notifications } from '../../../../drizzle/tables/talk/notifications.ts';
import type { Db } from '../../../context.ts';
import {
  NEWS_SOCKET_MS,
  type NoticeSettingsInput,
  NOTICES_PAGE,
  type SeenNotices,
} from '../../../contract/talk/notices.ts';
import type { PageCursor } from '../../../contract/paging.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

const listed = {
  id: notifications.id,
  kind: notifications.kind,
  title: notifications.title,
  body: notifications.body,
  path: notifications.path,
  seen_at: notifications.seen_at,
  created_at: notifications.created_at,
};

// The same condition on `seen_at` as in the partial index `notifications_unseen`.
const unreadOf = (user_id: string) => and(eq(notifications.user_id, user_id), isNull(notifications.seen_at));

const unreadQuery = (db: Db, user_id: string) =>
  db
    .select({ unread: sql<number>`count(*)`.as('unread') })
    .from(notifications)
    .where(unreadOf(user_id));

/** Returns a page of notifications, newest first, and counts all unread ones. One round trip. */
export async function findNotices(db: Db, { user_id, cursor }: { user_id: string; cursor: PageCursor | undefined }) {
  const older =
    cursor &&
    or(
      lt(notifications.created_at, cursor.at),
      and(eq(notifications.created_at, cursor.at), lt(notifications.id, cursor.id)),
    );
  const [page, [count]] = await db.batch([
    db
      .select(listed)
      .from(notifications)
      .where(and(eq(notifications.user_id, user_id), older))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(NOTICES_PAGE),
    unreadQuery(db, user_id),
  ]);
  return { page, unread: count?.unread ?? 0 };
}

/** Marks notifications as read, and returns how many are still unread. A repeated call changes nothing. */
export async function markSeen(
  db: Db,
  { user_id, seen, now }: { user_id: string; seen: SeenNotices; now: Date },
): Promise<number> {
  const which =
    'ids' in seen
      ? inArray(notifications.id, sql`(select value from json_each(${JSON.stringify(seen.ids)}))`)
      : lte(notifications.created_at, seen.all_until);
  const [, [count]] = await db.batch([
    db
      .update(notifications)
      .set({ seen_at: now })
      .where(and(unreadOf(user_id), which)),
    unreadQuery(db, user_id),
  ]);
  return count?.unread ?? 0;
}

export function countUnread(
  db: Db,
  { user_ids }: { user_ids: readonly string[] },
): Promise<{ user_id: string; unread: number }[]> {
  return db
    .select({ user_id: notifications.user_id, unread: sql<number>`count(*)`.as('unread') })
    .from(notifications)
    .where(
      and(
        isNull(notifications.seen_at),
        inArray(notifications.user_id, sql`(select value from json_each(${JSON.stringify(user_ids)}))`),
      ),
    )
    .groupBy(notifications.user_id);
}

/** Records that the person has the site open, and returns their number of unread notifications. */
export async function startListening(db: Db, { user_id, now }: { user_id: string; now: Date }): Promise<number> {
  const live_until = new Date(now.getTime() + NEWS_SOCKET_MS);
  const [, [count]] = await db.batch([
    db
      .insert(noticeSettings)
      .values({ user_id, live_until })
      .onConflictDoUpdate({ target: noticeSettings.user_id, set: { live_until } }),
    unreadQuery(db, user_id),
  ]);
  return count?.unread ?? 0;
}

/** One round trip. */
export async function findSettings(db: Db, { user_id }: { user_id: string }): Promise<NoticeSettingsInput> {
  const [[settings], off] = await db.batch([
    db
      .select({ from: noticeSettings.quiet_from, until: noticeSettings.quiet_until })
      .from(noticeSettings)
      .where(eq(noticeSettings.user_id, user_id)),
    db
      .select({ kind: noticeOptOuts.kind, channel: noticeOptOuts.channel })
      .from(noticeOptOuts)
      .where(eq(noticeOptOuts.user_id, user_id)),
  ]);
  const { from = null, until = null } = settings ?? {};
  return { quiet: from === null || until === null ? null : { from, until }, off };
}

export async function saveSettings(
  db: Db,
  { user_id, quiet, off }: NoticeSettingsInput & { user_id: string },
): Promise<void> {
  const hours = { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
  const kinds = JSON.stringify(off);
  await db.batch([
    db
      .insert(noticeSettings)
      .values({ user_id, ...hours })
      .onConflictDoUpdate({ target: noticeSettings.user_id, set: hours }),
    db.delete(noticeOptOuts).where(eq(noticeOptOuts.user_id, user_id)),
    insertFrom(db, noticeOptOuts, {
      row: { user_id, kind: sql`value ->> 'kind'`, channel: sql`value ->> 'channel'` },
      from: sql`from json_each(${kinds}) where 1`,
    }).onConflictDoNothing(),
  ]);
}

export async function deleteOld(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.created_at, before))
    .limit(limit);
  const { meta } = await db.delete(notifications).where(inArray(notifications.id, old));
  return meta.changes;
}
