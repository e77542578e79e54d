import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payments } from '../../../../drizzle/tables/all-tables.ts';
import type { PaymentView } from '../../../../worker/contract/trade/payment-view.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { beginMyTickets, type Mine, type Person, read, requestsOf } from '../../../support/worker/trade/my-tickets.ts';
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';
import { ask } from '../../../support/worker/admin.ts';

beforeEach(beginMyTickets);

const lookAt = async (id: string, person: Person) =>
  (await read<{ request: Mine; payment: PaymentView }>(`/api/payments/${id}`, person)).body;

test('the return page settles an open payment at most every two seconds', async () => {
  const { buyer, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const lookedAt = async () => (await paymentOf(request.id)).looked_at!.getTime();
  const seen = await lookAt(request.id, buyer);
  expect(seen.request).toMatchObject({ id: request.id, event: { title: 'Disco Deficit' } });
  expect(seen.payment).toEqual(seen.request.payment);
  const first = await lookedAt();
  await lookAt(request.id, buyer);
  expect(await lookedAt()).toBe(first);
  await db.update(payments).set({ looked_at: new Date(first - 2001) });
  await lookAt(request.id, buyer);
  expect(await lookedAt()).toBeGreaterThanOrEqual(first);
});

test('the return page reads a finished payment without settling it', async () => {
  const { buyer, request } = await requestWithPayment();
  expect((await lookAt(request.id, buyer)).payment.status).toBe('captured');
  expect((await paymentOf(request.id)).looked_at).toBeNull();
});

test('only the buyer can open the return page, and a refused visitor does not settle the payment', async () => {
  const { seller, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const people = [seller, await signedInAs('user'), await signedInAs('admin')];
  const refused = async (headers: Record<string, string>) =>
    refusal(await ask(`/api/payments/${request.id}`, { headers }));
  for (const { headers } of people) expect(await refused(headers)).toEqual([404, 'tickets.request_not_found']);
  expect(await refused({})).toEqual([401, 'request.signed_out']);
  expect((await paymentOf(request.id)).looked_at).toBeNull();
});

test('the return page of a ticket request without a payment is not found', async () => {
  const { buyer, request } = await requestWithPayment({ payment: { status: 'voided' } });
  await db.delete(payments).where(eq(payments.request_id, request.id));
  expect((await requestsOf(buyer))[0]!.payment).toBeNull();
  expect((await ask(`/api/payments/${request.id}`, buyer)).status).toBe(404);
});
