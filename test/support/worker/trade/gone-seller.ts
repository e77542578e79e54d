import { and, eq, ne, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { resellerRow } from '../../../../drizzle/seed/rows.ts';
import {
  ledgerAccounts,
  payouts,
  resellerApplications,
  sellerFailures,
  sharedMarks,
  vouchFreezes,
} from '../../../../drizzle/tables/all-tables.ts';
import { hasSettled } from '../../../../drizzle/tables/trade/seller-failures.ts';
import { isApprovedSeller } from '../../../../drizzle/tables/people/trade-rights.ts';
import { bearer, call, outcome, send, signUpConfirmed, type Tokens, withVars } from '../people/auth-client.ts';
import { db } from '../db.ts';
import { launch } from '../launch.ts';
import { newestMail } from '../talk/mailbox.ts';
import { askAs, factsOf, look, newDeal } from './paid-deal.ts';
import { book, paidSale } from './paid-sale.ts';
import { askForCode, enterCode } from '../people/school.ts';

const UNASKED = withVars({ AUTH_AUTOCONFIRM: 'true', AUTH_SEND_GAP_S: '0' });
const LATER = new Date('2040-01-01T00:00:00Z');
let made = 0;
export const phoneOf = (n: number) => `+1617555${String(2000 + n)}`;

export type Person = Tokens & { headers: Record<string, string> };

export async function approvedSeller(email: string): Promise<Person> {
  await db
    .insert(resellerApplications)
    .values(resellerRow({ email, email_key: email.toLowerCase(), status: 'approved' }));
  return signUpConfirmed(email);
}

/** Adds a sale of this person that was paid out. */
export async function soldTo(person: Person): Promise<string> {
  const { request_id } = await paidSale({ seller_id: person.user.id, tickets_cents: 12_000 });
  const sent = { status: 'sent', sent_at: new Date(), paid_cents: 12_000 } as const;
  await db.update(payouts).set(sent).where(eq(payouts.request_id, request_id));
  return request_id;
}

export const owe = (id: string, request_id: string, cents = 12_000) =>
  book(request_id, { cause: `taken back ${id}`, legs: [[`receivable:${id}`, `refund_due:${request_id}`, cents]] });

export const usePhone = (person: Person, phone: string) =>
  send('PUT', '/user', { phone }, { headers: bearer(person), bindings: UNASKED });

export async function proveInbox(person: Person, inbox: string): Promise<void> {
  // An account gets at most one school code a minute.
  vi.setSystemTime(Date.now() + 61_000);
  await askForCode(person.headers, inbox);
  expect((await enterCode(person.headers, (await newestMail(inbox)).code)).status).toBe(200);
}

export async function payWith(person: Person, fingerprint: string): Promise<void> {
  await launch('school', false);
  const deal = await newDeal();
  Object.assign(deal.buyer, person);
  expect((await askAs(deal)).status).toBe(201);
  deal.fake.act.pay((await factsOf(deal)).payment.session_id!, { card: 'ok', fingerprint });
  await look(deal);
  expect((await factsOf(deal)).payment.status).toBe('authorized');
  expect(
    (await send('POST', `http://vouch.test/api/ticket-requests/${deal.id}/cancel`, {}, { headers: person.headers }))
      .status,
  ).toBe(200);
  await launch('payments', false);
  await launch('school', true);
}

export const remove = (person: Person) => call('/user', { method: 'DELETE', headers: bearer(person) });

/** Makes a seller who is paid for a sale and deletes the account. A bank then takes back the money of that sale. */
export async function goneSeller(card = `card-of-${made + 1}`) {
  const n = ++made;
  const [email, phone, inbox] = [`gone-${n}@vouch.test`, phoneOf(n), `gone${n}@bu.edu`];
  const person = await approvedSeller(email);
  const { id } = person.user;
  await payWith(person, card);
  expect((await usePhone(person, phone)).status).toBe(200);
  await proveInbox(person, inbox);
  const request_id = await soldTo(person);
  await db.insert(sellerFailures).values({ request_id, seller_id: id, created_at: new Date() });
  await db.insert(vouchFreezes).values({ user_id: id, cause: request_id, until: LATER });
  expect(await standing(id)).toMatchObject({ is_approved: true, has_settled: false });
  expect(await outcome(await remove(person))).toEqual([204, undefined]);
  await owe(id, request_id);
  return { id, email, phone, inbox, card, request_id };
}

export async function debtOf(id: string): Promise<number> {
  const [row] = await db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.name, `receivable:${id}`));
  return row ? row.debits_cents - row.credits_cents : 0;
}

export async function standing(id: string) {
  const now = new Date();
  const rights = await db.get<{ approved: number; settled: number }>(
    sql`select ${isApprovedSeller(id, now)} as approved, ${hasSettled(id)} as settled`,
  );
  const marks = await db
    .select()
    .from(sharedMarks)
    .where(and(eq(sharedMarks.user_id, id), ne(sharedMarks.kind, 'device')));
  const frozen = await db.$count(vouchFreezes, eq(vouchFreezes.user_id, id));
  return {
    is_approved: rights.approved === 1,
    has_settled: rights.settled === 1,
    owes: await debtOf(id),
    is_frozen: frozen > 0,
    marks: [...new Set(marks.map(({ kind }) => kind))].toSorted(),
  };
}

export type Gone = Awaited<ReturnType<typeof goneSeller>>;
