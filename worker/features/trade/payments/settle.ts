import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { recordFailure, rest } from './settle/commit.db.ts';
import { readSale, type Sale } from './settle/sale.db.ts';
import { settleAuthorized } from './settle/settle-authorized.ts';
import { settleAwaiting } from './settle/settle-awaiting.ts';
import { nextDeadline, settleCaptured } from './settle/settle-captured.ts';
import { after, type Look, type Turn } from './settle/turn.ts';

/** No history needs as many looks. A driver that needs more has met a fault, and the cron tries again. */
const MOST_LOOKS = 40;
/** How long a payment waits after its first failure, in ms. */
const FIRST_WAIT_MS = MINUTE / 4;

interface About {
  now: Date;
  provider?: Provider;
}

/**
 * Looks at the payment of a request again and takes every step that is due, until nothing moves: what the provider says
 * counts, whoever calls and whatever it was told. It is safe to run at any time, and twice at once. Returns false if
 * the provider could not be asked, or a step failed: then the cron tries again.
 */
export async function settle(
  env: Env,
  requestId: string,
  { now, provider = openProvider(env) }: About,
): Promise<boolean> {
  const db = openDb(env);
  let before: Sale | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const sale = await readSale(db, requestId);
    if (!sale) return true;
    before ??= sale;
    const look = { env, db, provider, now, sale };
    const turn = await takeTurn(look).catch((error: unknown) => postpone(look, error));
    if (turn === 'again') continue;
    const isAtRest = turn !== 'failed' && (await rest(db, { payment: sale.payment, until: turn.until }));
    if (turn !== 'failed' && !isAtRest) continue;
    await tellChange(env, { before, sale });
    return isAtRest;
  }
  const sale = await readSale(db, requestId);
  if (sale) await postpone({ env, db, provider, now, sale }, new Error('The payment does not come to rest.'));
  return false;
}

/** The cron tries again, later with each failure, and at the next deadline at the latest. */
async function postpone({ db, now, sale }: Look, error: unknown): Promise<'failed'> {
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

/**
 * The end of a request moves the stock of its listing, and so does a replacement. People are told of that and of an
 * authorised card.
 */
async function tellChange(env: Env, { before, sale }: { before: Sale; sale: Sale }): Promise<void> {
  const { request, payment, event } = sale;
  const isReplaced = before.payment.moved_cents !== payment.moved_cents;
  if (before.request.status !== request.status || isReplaced)
    await tellPagesOf(env, [{ id: request.event_id, slug: event.slug }]);
  else if (before.payment.status === payment.status) return;
  await env.NOTIFY_QUEUE.send({ tells: true });
}

function takeTurn(look: Look): Promise<Turn> {
  switch (look.sale.payment.status) {
    case 'awaiting':
      return settleAwaiting(look);
    case 'authorized':
      return settleAuthorized(look);
    case 'captured':
      return settleCaptured(look);
    default:
      return Promise.resolve({ until: null });
  }
}
