import { verifyEvent } from '../../../worker/features/trade/provider/verify-event.ts';
import { reconcile } from '../../../worker/features/trade/reconcile/reconcile.cron.ts';
import { settleOldFailures } from '../../../worker/features/trade/payments/seller-failures.db.ts';
import { forgetKeptCards } from '../../../worker/features/trade/kept-cards/forget-kept-cards.cron.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { settleSquads } from '../../../worker/features/trade/squads/settle-squads.cron.ts';
import { settlePayments } from '../../../worker/features/trade/payments/settle-payments.cron.ts';
import { takeEvent } from '../../../worker/features/trade/webhook/take-event.ts';
import { expireAll } from '../../../worker/features/trade/requests/expire-requests.db.ts';
import { settleAnswers } from '../../../worker/features/trade/requests/tell-buyers.db.ts';
import { isOfTheWorld } from './actions.ts';
import { inProcess, SECRET, type World } from './world.ts';

/** How many times the cron may run before the clock moves on. */
export const MOST_RUNS = 40;

/** Runs the cron once, with the hourly comparison of the books. Returns how many payments it checked. */
export async function cron(world: World): Promise<number> {
  const { env, db, provider } = world.app;
  const now = world.now();
  await expireAll(db, { now });
  await settleAnswers(db, { now });
  await settleSquads(env, now, provider);
  const looked = await settlePayments(env, now, provider);
  await passOnOffers(env, now);
  await forgetKeptCards(env, now, provider);
  await settleOldFailures(db, { now });
  await reconcile(env, now, provider);
  return looked;
}

/** Runs the cron until nothing waits. Its process is not killed, but the provider may still fail. */
export async function calmCron(world: World): Promise<void> {
  const { env, db, provider } = world.app;
  const now = world.now();
  await expireAll(db, { now });
  await settleAnswers(db, { now });
  for (let runs = 0; runs < MOST_RUNS && (await settleSquads(env, now, provider)) > 0; runs++);
  for (let runs = 0; runs < MOST_RUNS && (await settlePayments(env, now, provider)) > 0; runs++);
  await passOnOffers(env, now);
  await forgetKeptCards(env, now, provider);
}

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
