import type { PushSubscriptionRow } from '../../../../drizzle/tables/talk/notifications.ts';
import { log } from '../../../http/log.ts';
import { maySendTo } from './push-endpoints.ts';
import { type PushedNotice, pushRequest } from './push-message.ts';

const TIMEOUT_MS = 10_000;
/** The first wait, if the push service names no time. It doubles with each try. The longest wait is `LAST_RETRY_S`. */
const RETRY_S = 30;
const LAST_RETRY_S = 3600;

/** `gone`: the subscription no longer exists or cannot be used. `refused`: a retry would be refused too. */
export type Delivered = { is: 'sent' } | { is: 'gone' } | { is: 'refused' } | { is: 'retry'; seconds: number };

/** Follows no redirect, because a redirect could lead into a private network. */
export async function deliverPush(
  env: Env,
  {
    notice,
    subscription,
    now,
    attempt = 1,
  }: { notice: PushedNotice; subscription: PushSubscriptionRow; now: Date; attempt?: number },
): Promise<Delivered> {
  const request = maySendTo(env, subscription.endpoint) ? await pushRequest(env, { notice, subscription, now }) : null;
  if (!request) return { is: 'gone' };
  const wait = Math.min(LAST_RETRY_S, RETRY_S * 2 ** (attempt - 1));
  try {
    const answer = await fetch(request.url, {
      ...request.init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return outcomeOf(answer, { wait, now });
  } catch (error) {
    log('warn', 'push service not reached', { host: new URL(request.url).hostname, reason: String(error) });
    return { is: 'retry', seconds: wait };
  }
}

function outcomeOf({ status, ok, headers }: Response, { wait, now }: { wait: number; now: Date }): Delivered {
  if (ok) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  log('warn', 'push service refused', { status });
  if (status !== 429 && status < 500) return { is: 'refused' };
  return { is: 'retry', seconds: Math.min(LAST_RETRY_S, secondsOf(headers.get('Retry-After'), now) ?? wait) };
}

/** `header`: a number of seconds, or a date. Returns undefined if it is neither. */
function secondsOf(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : undefined;
}
