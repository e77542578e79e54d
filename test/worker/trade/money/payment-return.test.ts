import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payments } from '../../../../drizzle/tables/all-tables.ts';
import type { PaymentView } from '../../../../worker/contract/trade/payment-view.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { launch } from '../../../support/worker/launch.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';

interface Mine {
  id: string;
  status: string;
  payment: PaymentView | null;
  receiver: string | null;
}
type Person = Awaited<ReturnType<typeof signedInAs>>;

beforeEach(async () => {
  fakeProvider();
  await launch('my-tickets', true);
});

async function read<Body>(path: string, { headers }: Person) {
  const { answer, cost } = await callCounted(path, { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { body: await answer.json<Body>(), cost };
}

const requestsOf = async (person: Person) =>
  (await read<{ ticket_requests: Mine[] }>('/api/my/ticket-requests', person)).body.ticket_requests;
const lookAt = async (id: string, person: Person) =>
  (await read<{ request: Mine; payment: PaymentView }>(`/api/payments/${id}`, person)).body;

test('the return page reads the request and its payment, and has an open payment looked at every two seconds at most', async () => {
  const { buyer, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const lookedAt = async () =>
    (
      await db.select({ at: payments.looked_at }).from(payments).where(eq(payments.request_id, request.id))
    )[0]!.at!.getTime();
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

test('a payment that has come to its end is only read', async () => {
  const { buyer, request } = await requestWithPayment();
  expect((await lookAt(request.id, buyer)).payment.status).toBe('captured');
  const [row] = await db.select({ at: payments.looked_at }).from(payments).where(eq(payments.request_id, request.id));
  expect(row).toEqual({ at: null });
});

test('nobody but the buyer looks at a payment: others get 404, and the payment is not looked at', async () => {
  const { seller, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const people = [seller, await signedInAs('user'), await signedInAs('admin')];
  for (const [headers, status, code] of [
    ...people.map((person) => [person.headers, 404, 'tickets.request_not_found'] as const),
    [{}, 401, 'request.signed_out'] as const,
  ]) {
    const { answer } = await callCounted(`/api/payments/${request.id}`, { headers });
    expect([answer.status, (await answer.json<{ error: { code: string } }>()).error.code]).toEqual([status, code]);
  }
  const [row] = await db.select({ at: payments.looked_at }).from(payments).where(eq(payments.request_id, request.id));
  expect(row).toEqual({ at: null });
});

test('a request without a payment has no payment to look at', async () => {
  const { buyer, request } = await requestWithPayment({ payment: { status: 'voided' } });
  await db.delete(payments).where(eq(payments.request_id, request.id));
  expect((await requestsOf(buyer))[0]!.payment).toBeNull();
  const { answer } = await callCounted(`/api/payments/${request.id}`, { headers: buyer.headers });
  expect(answer.status).toBe(404);
});
