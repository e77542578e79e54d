import type { Payment } from '../../../../drizzle/tables/trade/money/payments.ts';
import type { Db } from '../../../context.ts';
import { log } from '../../../http/log.ts';
import { findPayment } from '../provider/provider-events.db.ts';
import { settle } from './settle.ts';

/**
 * Opens the checkout of an awaiting payment and returns the payment. If the provider is down, `session_url` stays null,
 * and the pay page asks again.
 */
export async function openPayment(
  env: Env,
  { db, payment, now }: { db: Db; payment: Payment; now: Date },
): Promise<Payment> {
  if (payment.status !== 'awaiting' || payment.session_url) return payment;
  if (!(await settle(env, payment.request_id, { now })))
    log('warn', 'a checkout is not open yet', { ticket_request: payment.request_id });
  return (await findPayment(db, payment)) ?? payment;
}
