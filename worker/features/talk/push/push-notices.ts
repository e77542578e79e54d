import type { Notification, PushSubscriptionRow } from '../../../../drizzle/tables/talk/notifications.ts';
import { log } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { isDeadQueue, type NotifyJob, type PushJob } from '../../../http/outbox/outbox.ts';
import { type Delivered, deliverPush } from './deliver.ts';
import { tellPerson } from '../../../rooms/ask-person.ts';
import { claimDue, findDelivery, findReaders, type Pushed, writePushed } from './due-notices.db.ts';
import { countUnread } from './notices.db.ts';
import { decidePush } from './push.rules.ts';
import { forgetGone } from './subscriptions.db.ts';

/** The most notifications per run. */
const AT_ONCE = 100;
/** The most messages in one call to the queue. */
const QUEUE_BATCH = 100;

/**
 * Pushes the notifications that are due, at most `AT_ONCE`. If more may be due, the run first queues two further runs,
 * so that the number of runs grows fast. Runs may overlap.
 */
export async function pushNotices(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const claimed = await claimDue(db, { now, limit: AT_ONCE });
  if (claimed.length === 0) return;
  if (claimed.length === AT_ONCE)
    await env.NOTIFY_QUEUE.sendBatch([{ body: { pushes: true } }, { body: { pushes: true } }]);
  const { plan, subscriptions, listening } = await planPushes(env, { claimed, now });
  await tellOpenPages(env, listening);
  const deliveries = claimed
    .filter(({ id }) => plan.pushed.includes(id))
    .flatMap((notice) => (subscriptions.get(notice.user_id) ?? []).map((subscription) => ({ notice, subscription })));
  const outcomes = await Promise.all(
    deliveries.map(async ({ notice, subscription }) => ({
      notice,
      subscription,
      outcome: await deliverPush(env, { notice, subscription, now }),
    })),
  );
  await queueRetries(env, outcomes);
  await forgetGone(
    db,
    outcomes.filter(({ outcome }) => outcome.is === 'gone').map(({ subscription }) => subscription.id),
  );
  await writePushed(db, plan, now);
}

async function planPushes(env: Env, { claimed, now }: { claimed: readonly Notification[]; now: Date }) {
  const found = await findReaders(openDb(env), { user_ids: claimed.map(({ user_id }) => user_id), now });
  const settings = new Map(found.settings.map((row) => [row.user_id, row]));
  const optOuts = new Set(found.optOuts.map(({ user_id, kind }) => `${user_id} ${kind}`));
  const plan: { pushed: string[]; dropped: string[]; later: { id: string; at: Date }[] } = {
    pushed: [],
    dropped: [],
    later: [],
  };
  for (const notice of claimed) {
    const { quiet_from: from = null, quiet_until: until = null } = settings.get(notice.user_id) ?? {};
    const quiet = from === null || until === null ? null : { from, until };
    const decision = decidePush(notice, { wants: !optOuts.has(`${notice.user_id} ${notice.kind}`), quiet, now });
    if (decision === 'push') plan.pushed.push(notice.id);
    else if (decision === 'drop') plan.dropped.push(notice.id);
    else plan.later.push({ id: notice.id, at: decision.later });
  }
  const listening = found.settings
    .filter(({ live_until }) => live_until !== null && live_until > now)
    .map(({ user_id }) => user_id);
  return {
    plan: plan satisfies Pushed,
    subscriptions: Map.groupBy(found.subscriptions, ({ user_id }) => user_id),
    listening,
  };
}

/**
 * Tells the open pages of these people how many notifications are unread. A page that cannot be reached gets the number
 * when it reconnects.
 */
async function tellOpenPages(env: Env, user_ids: readonly string[]): Promise<void> {
  if (user_ids.length === 0) return;
  const counts = await countUnread(openDb(env), { user_ids });
  const told = await Promise.allSettled(counts.map(({ user_id, unread }) => tellPerson(env, { user_id, unread })));
  const lost = told.filter(({ status }) => status === 'rejected').length;
  if (lost > 0) log('warn', 'open pages not told about news', { lost });
}

interface Outcome {
  notice: Notification;
  subscription: PushSubscriptionRow;
  outcome: Delivered;
}

async function queueRetries(env: Env, outcomes: readonly Outcome[]): Promise<void> {
  const retries = outcomes.flatMap(({ notice, subscription, outcome }) => {
    if (outcome.is !== 'retry') return [];
    const body: PushJob = { push: { notification_id: notice.id, subscription_id: subscription.id } };
    return [{ body, delaySeconds: outcome.seconds }];
  });
  for (let at = 0; at < retries.length; at += QUEUE_BATCH)
    await env.NOTIFY_QUEUE.sendBatch(retries.slice(at, at + QUEUE_BATCH));
}

/** Acknowledges or retries each message on its own. */
export async function retryPushes(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const { body, attempts } = message;
    if (!('push' in body)) continue;
    const outcome = isDeadQueue(batch.queue)
      ? null
      : await retryPush(env, { job: body, attempt: attempts, now: new Date() });
    if (outcome?.is === 'retry') message.retry({ delaySeconds: outcome.seconds });
    else message.ack();
  }
}

async function retryPush(
  env: Env,
  { job, attempt, now }: { job: PushJob; attempt: number; now: Date },
): Promise<Delivered | null> {
  const db = openDb(env);
  const delivery = await findDelivery(db, { ...job.push, now });
  if (!delivery) return null;
  const outcome = await deliverPush(env, { ...delivery, now, attempt });
  if (outcome.is === 'gone') await forgetGone(db, [delivery.subscription.id]);
  return outcome;
}
