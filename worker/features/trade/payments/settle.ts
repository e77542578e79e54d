import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { recordFailure, sleepUntil } from './settle/commit.db.ts';
import { readSale, type Sale } from './settle/sale.db.ts';
import { settleAuthorized } from './settle/settle-authorized.ts';
import { settleAwaiting } from './settle/settle-awaiting.ts';
import { nextDeadline, settleCaptured } from './settle/settle-captured.ts';
import { after, type Snapshot, type StepResult } from './settle/step.ts';

/** If one call of `settle` takes this many steps, there is a bug. The call then stops, and the cron tries again. */
const MOST_STEPS = 40;
/** How long a payment waits after its first failure, in ms. */
const FIRST_WAIT_MS = MINUTE / 4;

interface About {
  now: Date;
  provider?: Provider;
}

/**
 * Moves the payment of a ticket request forward until no step is due. Only the database and the provider's answers
 * decide which step is due, never the caller. Safe to run in parallel. Returns false if the cron must try again.
 */
export async function settle(
  env: Env,
  requestId: string,
  { now, provider = openProvider(env) }: About,
): Promise<boolean> {
  const db = openDb(env);
  let before: Sale | undefined;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const sale = await readSale(db, requestId);
    if (!sale) return true;
    if (sale.is_quarantined) return false;
    before ??= sale;
    const snapshot = { env, db, provider, now, sale };
    const result = await takeStep(snapshot).catch((error: unknown) => postpone(snapshot, error));
    if (result === 'again') continue;
    const isAsleep = result !== 'failed' && (await sleepUntil(db, { payment: sale.payment, until: result.until }));
    if (result !== 'failed' && !isAsleep) continue;
    await tellChange(env, { before, sale });
    return isAsleep;
  }
  const sale = await readSale(db, requestId);
  if (sale) await postpone({ env, db, provider, now, sale }, new Error('The payment still has due steps.'));
  return false;
}

/**
 * Stores a failure, and when the payment is tried again. The wait doubles with each failure, up to an hour. A captured
 * payment waits at most until its next deadline.
 */
async function postpone({ db, now, sale }: Snapshot, error: unknown): Promise<'failed'> {
  const { request_id, failures } = sale.payment;
  const wait = after(now, Math.min(FIRST_WAIT_MS * 2 ** failures, HOUR));
  const deadline = sale.payment.status === 'captured' ? nextDeadline({ sale, now }) : null;
  const until = deadline && deadline > now && deadline < wait ? deadline : wait;
  const isOfProvider = error instanceof ProviderError;
  log(isOfProvider ? 'warn' : 'error', 'a payment waits', {
    request_id,
    failures,
    error: isOfProvider ? error.message : traceOf(error),
  });
  await recordFailure(db, { payment: sale.payment, until, error });
  return 'failed';
}

/** Tells the event's pages if the stock may have changed: the request has a new status or replacement tickets. */
async function tellChange(env: Env, { before, sale }: { before: Sale; sale: Sale }): Promise<void> {
  const { request, payment, event } = sale;
  const isReplaced = before.payment.moved_cents !== payment.moved_cents;
  if (before.request.status !== request.status || isReplaced)
    await tellPagesOf(env, [{ id: request.event_id, slug: event.slug }]);
  else if (before.payment.status === payment.status) return;
  await env.NOTIFY_QUEUE.send({ tells: true });
}

function takeStep(snapshot: Snapshot): Promise<StepResult> {
  switch (snapshot.sale.payment.status) {
    case 'awaiting':
      return settleAwaiting(snapshot);
    case 'authorized':
      return settleAuthorized(snapshot);
    case 'captured':
      return settleCaptured(snapshot);
    default:
      return Promise.resolve({ until: null });
  }
}
