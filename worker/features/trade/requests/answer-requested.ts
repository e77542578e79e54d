import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { DomainError } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { dispatch, wakeAfter } from '../../../http/outbox/outbox.ts';
import { tellPages } from '../../../rooms/tell-pages.ts';
import { newPaymentView } from './new-payment.view.ts';
import { requestTickets } from './request-tickets.db.ts';
import type { RequestInput } from './refuse-request.db.ts';
import { askedMail } from './tickets.mails.ts';
import { ticketRequestView } from './tickets.view.ts';

/** Requests tickets, and mails the seller or opens the payment. Throws a refusal. */
export async function answerRequested(c: Context<AppEnv>, input: RequestInput) {
  const id = input.offer_id ?? crypto.randomUUID();
  const mail = await askedMail(c, { id, event_id: input.event_id, quantity: input.quantity, made_at: c.get('now') });
  const [db, now] = [c.get('db'), c.get('now')];
  const { granted, isNew, payment, changed } = await requestTickets(db, {
    input,
    fees: feesOf(c.env),
    now,
    id,
    mails: mail.statements,
  });
  await tellPages(c, changed);
  if (granted instanceof DomainError) {
    // Expired requests and offers gave tickets back. These are offered to the next person on the waitlist.
    if (changed.length > 0) wakeAfter(c, 0);
    throw granted;
  }
  if (isNew && !payment) {
    dispatch(c, [mail.id]);
    c.executionCtx.waitUntil(wakeNotices(c.env));
  }
  const opened = payment && (await c.get('payments').open(c.env, { db, payment, now }));
  // A repeated HTTP request also gets a 201, with the current row.
  const view = ticketRequestView(granted, 'buyer');
  return opened ? { ...view, payment: newPaymentView(opened, { pay_until: granted.expires_at, now }) } : view;
}
