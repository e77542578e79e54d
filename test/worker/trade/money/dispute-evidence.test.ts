import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputes, outbox, profiles, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { chargedSale } from '../../../support/worker/trade/charged-sale.ts';
import { db } from '../../../support/worker/db.ts';
import { mailRow } from '../../../support/worker/talk/mail-row.ts';
import { refusal, sortedStatuses } from '../../../support/worker/trade/deals/calls.ts';
import { newProvider } from '../../../support/worker/trade/payouts.ts';

async function disputed() {
  const fake = newProvider();
  const sale = await chargedSale(fake);
  const { id } = fake.act.dispute(sale.intent);
  await settle(env, sale.id, { now: new Date() });
  return { fake, sale, id, admin: await signedInAs('admin') };
}

const rowOf = async (id: string) => (await db.select().from(disputes).where(eq(disputes.provider_id, id)))[0];

test('the evidence of a dispute is sent only once, even if two admins send it at the same time', async () => {
  const { fake, sale, id, admin } = await disputed();
  const other = await signedInAs('admin');
  const { body } = await ask(`/api/admin/disputes/${id}`, admin);
  const text = body['evidence'] as string;
  expect(text).toContain('Event: Disco Deficit');
  expect(text).toContain('the card was charged $27.50.');
  expect(text).not.toContain('disputed');
  const submit = ({ headers }: typeof admin) => ask(`/api/admin/disputes/${id}/submit`, { headers, method: 'POST' });
  const both = await Promise.all([submit(admin), submit(other)]);
  expect(sortedStatuses(both)).toEqual([200, 409]);
  const theirs = fake.state().disputes.get(id)!;
  expect([theirs.evidence_details.submission_count, theirs.evidence['uncategorized_text']]).toEqual([1, text]);
  const row = await rowOf(id);
  expect([admin.user.id, other.user.id]).toContain(row!.evidence_sent_by);
  expect(row!.evidence_sent_at).not.toBeNull();
  expect((await logOf(sale.id)).map(({ action }) => action)).toEqual(['dispute.evidence']);
  const list = await ask('/api/admin/disputes', admin);
  expect(list.body['disputes']).toContainEqual(
    expect.objectContaining({ id, event_title: 'Disco Deficit', status: 'open', amount: 27.5, fee: 15 }),
  );
});

test('the evidence lists when the buyer got receipts and other mails, but leaves out sign-in mails', async () => {
  const { sale, id, admin } = await disputed();
  const [buyer] = await db
    .select({ email: profiles.email, asked_at: ticketRequests.created_at })
    .from(profiles)
    .innerJoin(ticketRequests, eq(ticketRequests.buyer_id, profiles.id))
    .where(eq(ticketRequests.id, sale.id));
  const mails = (['money', 'product', 'account'] as const).map((purpose, hours) => {
    const sent_at = new Date(buyer!.asked_at.getTime() + hours * 3_600_000);
    return mailRow({ recipient: buyer!.email!, purpose, status: 'sent', sent_at, created_at: sent_at });
  });
  await db.insert(outbox).values(mails);
  const { body } = await ask(`/api/admin/disputes/${id}`, admin);
  const [receipt, news] = mails.map((mail) => `${longDate(mail.sent_at!.toISOString())} (New York)`);
  expect(body['evidence']).toContain(`Emails that we sent to the buyer: ${receipt}; ${news}.`);
});

test('if the provider fails, an admin can send the evidence again', async () => {
  const { fake, id, admin } = await disputed();
  const submit = () => ask(`/api/admin/disputes/${id}/submit`, { headers: admin.headers, method: 'POST' });
  fake.faults.serverError = 1;
  expect(refusal(await submit())).toEqual([503, 'payments.provider']);
  expect(await rowOf(id)).toMatchObject({ evidence_sent_at: null, evidence_sent_by: null });
  fake.faults.serverError = 0;
  expect((await submit()).status).toBe(200);
});
