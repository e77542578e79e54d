import { and, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import { authSessions } from '../../../../drizzle/tables/people/auth-sessions.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import {
  noticeOptOuts,
  noticeSettings,
  notifications,
  pushSubscriptions,
} from '../../../../drizzle/tables/talk/notifications.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { runWrites } from '../../../http/database/batch.ts';

/** How long a claim lasts, in ms. A run that has not finished by then must have died. */
const LEASE_MS = 2 * MINUTE;

const among = (column: typeof notifications.user_id | typeof notifications.id, ids: readonly string[]) =>
  inArray(column, sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`);

/** Claims due notifications, so that no other run gets them. Nothing is due while `push` is off. */
export function claimDue(db: Db, { now, limit }: { now: Date; limit: number }) {
  const due = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(lte(notifications.push_at, now), isLaunched('push')))
    .orderBy(notifications.push_at)
    .limit(limit);
  return db
    .update(notifications)
    .set({ push_at: new Date(now.getTime() + LEASE_MS), push_tries: sql`push_tries + 1` })
    .where(inArray(notifications.id, due))
    .returning();
}

const ofLiveSession = (now: Date) =>
  and(
    gt(authSessions.not_after, now),
    sql`exists (select 1 from ${authUsers} where ${authUsers.id} = ${pushSubscriptions.user_id}
      and ${authUsers.deleted_at} is null
      and coalesce(${authUsers.banned_until}, 0) <= ${now.getTime()})`,
  );

const subscriptionsOf = (db: Db) =>
  db
    .select(getTableColumns(pushSubscriptions))
    .from(pushSubscriptions)
    .innerJoin(authSessions, eq(authSessions.id, pushSubscriptions.session_id));

/**
 * Finds people's push subscriptions and settings in one round trip. Leaves out the subscriptions of ended sessions, and
 * those of banned or deleted accounts.
 */
export async function findReaders(db: Db, { user_ids, now }: { user_ids: readonly string[]; now: Date }) {
  const ids = sql`(select value from json_each(${JSON.stringify([...new Set(user_ids)])}))`;
  const [subscriptions, settings, optOuts] = await db.batch([
    subscriptionsOf(db).where(and(sql`${pushSubscriptions.user_id} in ${ids}`, ofLiveSession(now))),
    db
      .select()
      .from(noticeSettings)
      .where(sql`${noticeSettings.user_id} in ${ids}`),
    db
      .select()
      .from(noticeOptOuts)
      .where(and(sql`${noticeOptOuts.user_id} in ${ids}`, eq(noticeOptOuts.channel, 'push'))),
  ]);
  return { subscriptions, settings, optOuts };
}

/** Ids of notifications. Those in `later` are due again at `at`. */
export interface Pushed {
  pushed: readonly string[];
  dropped: readonly string[];
  later: readonly { id: string; at: Date }[];
}

export async function writePushed(db: Db, { pushed, dropped, later }: Pushed, now: Date): Promise<void> {
  const postponed = Map.groupBy(later, ({ at }) => at.getTime());
  await runWrites(db, [
    ...(pushed.length > 0
      ? [db.update(notifications).set({ push_at: null, pushed_at: now }).where(among(notifications.id, pushed))]
      : []),
    ...(dropped.length > 0
      ? [db.update(notifications).set({ push_at: null }).where(among(notifications.id, dropped))]
      : []),
    // For a postponed notification, the count of tries starts again.
    ...Array.from(postponed, ([at, rows]) =>
      db
        .update(notifications)
        .set({ push_at: new Date(at), push_tries: 0 })
        .where(
          among(
            notifications.id,
            rows.map(({ id }) => id),
          ),
        ),
    ),
  ]);
}

/**
 * Finds a notification and a browser's subscription. Returns undefined if one of the two no longer exists, if they
 * belong to different people, or if the notification was seen or has expired. Also returns undefined if the browser's
 * session has ended, or if the account is banned or deleted.
 */
export async function findDelivery(
  db: Db,
  { notification_id, subscription_id, now }: { notification_id: string; subscription_id: string; now: Date },
) {
  const [notices, subscriptions] = await db.batch([
    db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.id, notification_id),
          sql`seen_at is null and (expires_at is null or expires_at > ${now.getTime()})`,
        ),
      ),
    subscriptionsOf(db).where(and(eq(pushSubscriptions.id, subscription_id), ofLiveSession(now))),
  ]);
  const [notice, subscription] = [notices[0], subscriptions[0]];
  return notice && subscription && notice.user_id === subscription.user_id ? { notice, subscription } : undefined;
}
