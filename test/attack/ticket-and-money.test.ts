import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { ticketCodeHmac } from '../../worker/http/ticket-codes.ts';
import { ask } from '../support/worker/admin.ts';
import { post } from '../support/worker/ask-for-tickets.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { boughtDeal, openAs } from '../support/worker/file-deal.ts';
import { offerOther, problemOf, replacementOf } from '../support/worker/kept-tickets.ts';
import { hashOf } from '../support/worker/list-files.ts';
import { DAY_MS, type Deal, factsOf, HOUR_MS, later, MINUTE_MS, statusOf } from '../support/worker/paid-deal.ts';
import { mailsTo } from '../support/worker/mailbox.ts';

const report = ({ id, buyer }: Deal, kind: string) =>
  post(`/api/ticket-requests/${id}/problem`, { headers: buyer.headers, body: { kind } });

/** The buyer opens a ticket, and their phone reads the code that the seller listed. */
async function confirmed(start_at: Date) {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true, event: { start_at } });
  await (await openAs(deal.buyer.headers, ticket.id)).arrayBuffer();
  const hashes = await Promise.all(['code 1', 'code 2'].map(hashOf));
  const hmacs = await Promise.all(hashes.map((code_hash) => ticketCodeHmac(env, { event_id: deal.event.id, code_hash })));
  const body = { code_hash: hashes[hmacs.indexOf(ticket.code_hmac)] };
  expect((await post(`/api/tickets/${ticket.id}/check`, { headers: deal.buyer.headers, body })).json).toEqual({ matches: true });
  return deal;
}

test('four days before the doors nobody can say that a file did not work', async () => {
  const deal = await confirmed(new Date(Date.now() + 4 * DAY_MS));
  await offerOther(deal);
  for (const kind of ['did_not_work', 'not_as_described']) {
    const { status, json } = await report(deal, kind);
    expect([status, json.error.code]).toEqual([409, 'payments.too_early']);
    expect(json.error.message).toMatch(/^You can say this from .+ on, an hour before the doors\./);
  }
  expect(await problemOf(deal)).toBeNull();
  await later(deal, 2 * DAY_MS);
  expect(await replacementOf(deal)).toBeNull();
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'delivered' });
});

test('nobody’s silence decides about a ticket that was opened and confirmed: staff do, both know until when, and the money waits', async () => {
  const deal = await confirmed(new Date(Date.now() + HOUR_MS / 2));
  await offerOther(deal);
  const { status, json } = await report(deal, 'did_not_work');
  expect([status, json.payment.problem]).toEqual([200, expect.objectContaining({ status: 'open', is_for_staff: true })]);
  const problem = (await problemOf(deal))!;
  expect(problem).toMatchObject({ held_because: 'confirmed', ruled_by: null });
  expect(problem.decide_by.getTime() - problem.created_at.getTime()).toBe(72 * HOUR_MS);
  await later(deal, MINUTE_MS);
  for (const { user } of [deal.buyer, deal.seller]) {
    const told = (await mailsTo(user.email!)).find(({ subject }) => subject === `Our team looks at it: ${deal.event.title}`);
    expect(told?.text).toMatch(/We decide by .+ and write to you\. The money stays held meanwhile\./);
  }
  await later(deal, 30 * DAY_MS);
  expect(await problemOf(deal)).toMatchObject({ status: 'open' });
  expect(await statusOf(deal)).toMatchObject({ handover: 'problem', payout: 'frozen', refunds: [] });
  expect(await replacementOf(deal)).toBeNull();
  const admin = await signedInAs('admin');
  const decided = await ask(`/api/admin/handovers/${deal.id}`, {
    headers: admin.headers,
    json: { to: 'received', note: 'The door let them in.' },
  });
  expect(decided.status).toBe(200);
  expect(await statusOf(deal)).toMatchObject({ handover: 'received', refunds: [] });
});

test('a file that the buyer’s phone never confirmed is decided by the silence of its seller', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true, event: { start_at: new Date(Date.now() + HOUR_MS / 2) } });
  await (await openAs(deal.buyer.headers, ticket.id)).arrayBuffer();
  expect((await report(deal, 'did_not_work')).status).toBe(200);
  await later(deal, 2 * HOUR_MS + MINUTE_MS);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
});
