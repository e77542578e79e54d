import { verifyEvent } from '../../../worker/features/trade/provider/events.ts';
import { reconcile } from '../../../worker/features/trade/reconcile/reconcile.cron.ts';
import { settleOldFailures } from '../../../worker/features/trade/payments/seller-failures.db.ts';
import { settlePayments } from '../../../worker/features/trade/payments/settle-payments.cron.ts';
import { takeEvent } from '../../../worker/features/trade/webhook/take-event.ts';
import { expireAll } from '../../../worker/features/trade/requests/expire-requests.db.ts';
import { settleAnswers } from '../../../worker/features/trade/requests/tell-buyers.db.ts';
import { isOfTheWorld } from './actions.ts';
import { inProcess, SECRET, type World } from './world.ts';

/** How often the cron runs at one time at most. */
export const MOST_RUNS = 40;

/** One minute's cron, with the hourly comparison. Returns how many payments it looked at. */
export async function cron(world: World): Promise<number> {
  const { env, db, provider } = world.app;
  const now = world.now();
  await expireAll(db, { now });
  await settleAnswers(db, { now });
  const looked = await settlePayments(env, now, provider);
  await settleOldFailures(db, { now });
  await reconcile(env, now, provider);
  return looked;
}

/** The minute's cron until nothing waits, in a process that lives, while the provider still fails. */
export async function calmCron(world: World): Promise<void> {
  const { env, db, provider } = world.app;
  const now = world.now();
  await expireAll(db, { now });
  await settleAnswers(db, { now });
  for (let runs = 0; runs < MOST_RUNS && (await settlePayments(env, now, provider)) > 0; runs++);
}

/** The provider's webhooks, as the endpoint takes them. */
export async function receiveEvent(world: World, request: Request): Promise<Response> {
  const { env, provider } = world.app;
  const now = world.now();
  const event = await verifyEvent({
    payload: await request.text(),
    header: request.headers.get('stripe-signature'),
    secret: SECRET,
    now,
  });
  if (!event) return new Response(null, { status: 400 });
  try {
    const isTaken = await inProcess(() => takeEvent(env, { event, now, provider }));
    return new Response(null, { status: isTaken ? 200 : 503 });
  } catch (error) {
    if (!isOfTheWorld(error)) throw error;
    return new Response(null, { status: 500 });
  }
}
