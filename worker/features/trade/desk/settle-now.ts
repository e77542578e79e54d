import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { log, traceOf } from '../../../http/log.ts';
import { settle } from '../payments/settle.ts';

/** Settles the payment before the handler responds. If settling fails, the cron tries again. */
export async function settleNow(c: Context<AppEnv>, requestId: string): Promise<void> {
  try {
    await settle(c.env, requestId, { now: c.get('now') });
  } catch (error) {
    log('warn', 'payment is settled later', { ticket_request: requestId, error: traceOf(error) });
  }
}
