import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Event, payments, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import type { Fake } from '../../../../worker/local/fake-provider/fake.ts';
import { db } from '../db.ts';
import { requestWithPayment } from './paid-request.ts';

const MINUTE_MS = 60_000;

export const paymentOf = async (request_id: string) =>
  (await db.select().from(payments).where(eq(payments.request_id, request_id)))[0]!;

interface When {
  now?: Date;
  event?: Partial<Event>;
}

/** Makes a payment with a card that is authorized at the fake provider. */
export async function authorizedSale(fake: Fake, { now = new Date(), event = {} }: When = {}) {
  const payment = {
    status: 'awaiting',
    session_id: null,
    session_url: null,
    session_attempt: 0,
    created_at: now,
  } as const;
  const { request } = await requestWithPayment({
    event,
    payment,
    request: { expires_at: new Date(now.getTime() + 10 * MINUTE_MS) },
  });
  await settle(env, request.id, { now });
  const session = (await paymentOf(request.id)).session_id!;
  fake.act.pay(session);
  await settle(env, request.id, { now });
  return { id: request.id, session, intent: (await paymentOf(request.id)).intent_id! };
}

/** Accepts a request as the seller, and leaves no time to undo the answer. */
export const acceptFinally = (id: string, now = new Date()) =>
  db
    .update(ticketRequests)
    .set({ answer: 'accepted', asked_until: now, expires_at: now })
    .where(eq(ticketRequests.id, id));

/** Makes a payment of $27.50 that is charged at the fake provider and booked. */
export async function chargedSale(fake: Fake, { now = new Date(), event = {} }: When = {}) {
  const sale = await authorizedSale(fake, { now, event });
  await acceptFinally(sale.id, now);
  await settle(env, sale.id, { now });
  expect(await paymentOf(sale.id)).toMatchObject({ status: 'captured' });
  return sale;
}
