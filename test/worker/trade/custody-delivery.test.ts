import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { HandoverKind } from '../../../drizzle/handover-vocabulary.ts';
import { longDate } from '../../../worker/contract/time/event-time.ts';
import { tellPayments } from '../../../worker/features/trade/news/tell-payments.cron.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { boughtDeal } from '../../support/worker/trade/file-deal.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { fileOf, uploadedFile } from '../../support/worker/trade/ticket-files.ts';
import { handoverOf } from '../../support/worker/door.ts';
import { changeListing, changeProfile } from '../../support/worker/trade/deals/rows.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';
import { DAY_MS } from '../../support/worker/trade/paid-deal.ts';

beforeEach(async () => {
  fakeProvider();
  await launch('payments', true);
  await launch('handover', true);
});

async function paid(kind: HandoverKind | null, handover: object = {}) {
  const promised = { payment: { promised_kind: kind } };
  const scene = await requestWithPayment({ handover: { told_status: null, ...handover }, ...promised });
  await changeListing(scene.listing.id, { handover_kind: kind });
  await changeProfile(scene.buyer.user.id, { display_name: 'Robin Reader' });
  return scene;
}

const delivered = (id: string, headers: HeadersInit, body?: object) =>
  post(`/api/ticket-requests/${id}/delivered`, { headers, ...(body ? { body } : {}) });

test('a seller can mark a transfer as delivered only with a picture as proof', async () => {
  const { request, seller } = await paid('transfer');
  const without = await delivered(request.id, seller.headers);
  expect([...refusal(without), Object.keys(without.json.error.fields!)]).toEqual([
    422,
    'request.invalid',
    ['proof_file_id'],
  ]);
  const proof_file_id = await uploadedFile(seller.headers, { purpose: 'proof' });
  const { status, json } = await delivered(request.id, seller.headers, { proof_file_id });
  expect([status, json.payment.handover?.status]).toEqual([200, 'delivered']);
  expect(await handoverOf(request.id)).toMatchObject({ status: 'delivered', proof_file_id });
  expect((await fileOf(proof_file_id)).claimed_at).not.toBeNull();
  expect((await delivered(request.id, seller.headers, { proof_file_id })).status).toBe(200);
});

test('the proof of a transfer must be a picture that the seller uploaded for this purpose', async () => {
  const [first, second] = [await paid('transfer'), await paid('transfer')];
  const refused = async (proof_file_id: string) => {
    const answer = await delivered(first.request.id, first.seller.headers, { proof_file_id });
    expect(await handoverOf(first.request.id)).toMatchObject({ status: 'due', proof_file_id: null });
    return refusal(answer);
  };
  const foreign = await uploadedFile(second.seller.headers, { purpose: 'proof' });
  const evidence = await uploadedFile(first.seller.headers, { purpose: 'evidence' });
  for (const file of [foreign, evidence, 'no such file'])
    expect(await refused(file)).toEqual([409, 'payments.no_picture']);
  expect((await delivered(second.request.id, second.seller.headers, { proof_file_id: foreign })).status).toBe(200);
  expect(await refused(foreign)).toEqual([409, 'payments.no_picture']);
  expect((await delivered(first.request.id, first.seller.headers, { proof_file_id: 7 })).status).toBe(422);
  expect((await delivered(first.request.id, first.buyer.headers, { proof_file_id: foreign })).status).toBe(404);
});

test('a seller has to add proof only for a transfer, and only while the launch switch `handover` is on', async () => {
  for (const kind of ['name_list', null] as const) {
    const { request, seller } = await paid(kind);
    expect((await delivered(request.id, seller.headers)).status).toBe(200);
  }
  const { request, seller } = await paid('transfer');
  await launch('handover', false);
  expect((await delivered(request.id, seller.headers)).status).toBe(200);
});

test.each([
  ['transfer', (email: string) => email],
  [null, (email: string) => email],
  ['name_list', () => 'Robin Reader'],
  ['file', () => null],
] as const)('sellers of tickets of kind %s learn only what they need about the buyer', async (kind, receives) => {
  const { buyer, seller } = await paid(kind);
  const { json } = await post('/api/my/ticket-requests', { headers: seller.headers, method: 'GET' });
  expect(json).toMatchObject({ ticket_requests: [{ kind, receiver: receives(buyer.user.email!) }] });
});

const textOf = async (email: string) =>
  (await mailsTo(email)).map(({ subject, text }) => `${subject}\n${text}`).join('\n');

/** Runs `tellPayments` once. Returns the texts of all mails to the buyer and to the seller. */
async function told({ buyer, seller }: Awaited<ReturnType<typeof paid>>) {
  await tellPayments(env, new Date());
  return { buyer: await textOf(buyer.user.email!), seller: await textOf(seller.user.email!) };
}

test('the first mail tells the seller how to send a transfer, or which name to put on the list', async () => {
  const transfer = await paid('transfer');
  const mail = await told(transfer);
  expect(mail.seller).toContain(`to ${transfer.buyer.user.email!} by`);
  expect(mail.seller).toContain('add a picture that shows it');
  const list = await told(await paid('name_list'));
  expect(list.seller).toContain('Paid: a name for the list of Disco Deficit');
  expect(list.seller).toContain('Put Robin Reader on the list at the door');
  expect(list.seller).not.toContain('@');
});

test('a mail tells the buyer on which day the ticket files can be opened', async () => {
  const { deal } = await boughtDeal();
  await tellPayments(env, new Date());
  const [to_buyer, to_seller] = [await mailsTo(deal.buyer.user.email!), await mailsTo(deal.seller.user.email!)];
  const here = to_buyer.find(({ subject }) => subject.startsWith('Your tickets are here'))!;
  const opens = new Date(deal.event.start_at.getTime() - DAY_MS);
  expect(here.text).toContain(`They open in My tickets on ${longDate(opens.toISOString())}.`);
  expect(to_seller.map(({ subject }) => subject).filter((subject) => subject.startsWith('Paid: send'))).toEqual([]);
  expect(to_seller.find(({ subject }) => subject.startsWith('Sold:'))!.text).toContain('You’re all set.');
});

test('mails tell the buyer and the seller what has happened to the tickets', async () => {
  const { deal } = await boughtDeal({ shows_at_once: true });
  await tellPayments(env, new Date());
  const mails = await mailsTo(deal.buyer.user.email!);
  expect(mails.find(({ subject }) => subject.startsWith('Your tickets are here'))!.text).toContain(
    'You can open them in My tickets now.',
  );
  const sent = { status: 'delivered', told_status: 'due', delivered_at: new Date() };
  const list = await told(await paid('name_list', sent));
  expect(list.buyer).toContain('your name is on the list at the door');
  const over = { status: 'received', told_status: 'delivered', ended_by: 'buyer', ended_at: new Date() } as const;
  expect((await told(await paid('name_list', over))).seller).toContain(
    'The buyer of 1 ticket for Disco Deficit got in.',
  );
  const reported = { problem: 'They didn’t arrive.', problem_at: new Date() };
  expect((await told(await paid('transfer', { ...over, ...reported }))).seller).toContain(
    'The buyer has 1 ticket for Disco Deficit after all, so their report is closed.',
  );
});
