import { and, eq, sql } from 'drizzle-orm';
import { pushSubscriptions } from '../../../../drizzle/tables/talk/notifications.ts';
import type { Actor, Db } from '../../../context.ts';
import type { PushSubscriptionInput } from '../../../contract/talk/push.ts';

/** We push to at most this many browsers of a person. A further browser replaces the one that was seen longest ago. */
const MOST = 10;

/**
 * Stores a browser's push subscription for the actor. Returns false if its address is already stored with other keys.
 * So nobody can take over a browser by its address alone.
 */
export async function saveSubscription(
  db: Db,
  {
    actor,
    subscription,
    now,
  }: { actor: Pick<Actor, 'user_id' | 'session_id'>; subscription: PushSubscriptionInput; now: Date },
): Promise<boolean> {
  const { endpoint, keys, server_key } = subscription;
  const { user_id, session_id } = actor;
  const row = { user_id, session_id, server_key, endpoint, ...keys, seen_at: now, created_at: now };
  const [saved] = await db.batch([
    db
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { user_id, session_id, server_key, seen_at: now },
        setWhere: and(eq(pushSubscriptions.p256dh, keys.p256dh), eq(pushSubscriptions.auth, keys.auth)),
      })
      .returning({ id: pushSubscriptions.id }),
    db.delete(pushSubscriptions).where(
      and(
        eq(pushSubscriptions.user_id, user_id),
        sql`${pushSubscriptions.id} not in (select kept.id from push_subscriptions as kept
          where kept.user_id = ${user_id}
          order by kept.seen_at desc, kept.id limit ${MOST})`,
      ),
    ),
  ]);
  return saved.length === 1;
}

/** Deletes a person's push subscription. A repeat changes nothing, and another person's subscription stays. */
export async function forgetSubscription(
  db: Db,
  { user_id, endpoint }: { user_id: string; endpoint: string },
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, user_id), eq(pushSubscriptions.endpoint, endpoint)));
}

export async function forgetGone(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}
