import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { events, problems, ticketFiles } from '../../../drizzle/tables/all-tables.ts';
import { keepTicketFiles } from '../../../worker/features/trade/custody/keep-files.cron.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import {
  bytesOf,
  fileOf,
  objectOf,
  pdfWith,
  uploadedFile,
  uploadFile,
} from '../../support/worker/trade/ticket-files.ts';
import { ticketsOf } from '../../support/worker/trade/ticket-rows.ts';
import { addDispute, addFile, changeHandover, changeListing } from '../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';

const DAY_MS = 86_400_000;
/** A time at which the cron also checks files in use. */
const onTheHour = (time: Date) => new Date(Math.ceil(time.getTime() / 3_600_000) * 3_600_000);
/** A time at which the cron does not check files in use. */
const pastTheHour = (time: Date) => new Date(onTheHour(time).getTime() + 60_000);

const { TICKET_KEYS } = env;
const keyOf = (version: number, letter: string) => `${version}:${btoa(letter.repeat(32))}`;

launchForFile('payments', 'handover');

afterEach(() => {
  env.TICKET_KEYS = TICKET_KEYS;
  vi.restoreAllMocks();
});

test('the key of a file that no listing uses is destroyed after a day, even if the bucket fails to delete the file', async () => {
  const seller = await reseller();
  const id = await uploadedFile(seller.headers);
  await keepTicketFiles(env, fromNow(DAY_MS - 60_000));
  expect(await fileOf(id)).toMatchObject({ destroyed_at: null, wrapped_key: expect.any(String) });
  const down = vi.spyOn(env.TICKETS_BUCKET, 'delete').mockRejectedValue(new Error('The bucket is down.'));
  await keepTicketFiles(env, fromNow(DAY_MS + 60_000));
  expect(await fileOf(id)).toMatchObject({ destroyed_at: expect.any(Date), wrapped_key: null, cleared_at: null });
  expect(await objectOf(await fileOf(id))).not.toBeNull();
  down.mockRestore();
  await keepTicketFiles(env, fromNow(DAY_MS + 120_000));
  expect(await fileOf(id)).toMatchObject({ cleared_at: expect.any(Date) });
  expect(await objectOf(await fileOf(id))).toBeNull();
});

test('the file of a listed ticket is kept until 30 days after its night ends, unless the ticket is withdrawn', async () => {
  const { user } = await reseller();
  const listing = { seller_id: user.id, handover_kind: 'file' } as const;
  const times = { start_at: new Date(), end_at: fromNow(DAY_MS) };
  const { event, listed } = await eventWithTickets([listing, listing], times);
  const [sold, withdrawn] = [(await ticketsOf(listed[0]!, 1))[0]!, (await ticketsOf(listed[1]!, 1))[0]!];
  await changeListing(listed[1]!.id, { status: 'withdrawn' });
  await keepTicketFiles(env, onTheHour(fromNow(30 * DAY_MS)));
  expect((await fileOf(sold.file_id)).destroyed_at).toBeNull();
  expect((await fileOf(withdrawn.file_id)).destroyed_at).not.toBeNull();
  await changeEvent(event.id, { end_at: fromNow(DAY_MS - 7_200_000) });
  await keepTicketFiles(env, onTheHour(fromNow(31 * DAY_MS)));
  expect((await fileOf(sold.file_id)).destroyed_at).not.toBeNull();
});

test('the files of a deleted event are destroyed', async () => {
  const { user } = await reseller();
  const { event, listed } = await eventWithTickets([{ seller_id: user.id, handover_kind: 'file' }]);
  const [ticket] = await ticketsOf(listed[0]!, 1);
  await db.delete(events).where(eq(events.id, event.id));
  await keepTicketFiles(env, onTheHour(new Date()));
  expect((await fileOf(ticket!.file_id)).destroyed_at).not.toBeNull();
});

async function saleWithProof() {
  const { request, seller, event } = await requestWithPayment();
  const file = await addFile({ owner_id: seller.user.id, purpose: 'proof' });
  await changeHandover(request.id, { proof_file_id: file.id });
  return { request, event, file };
}

test('a proof of a transfer stays until 30 days after the night', async () => {
  const { event, file } = await saleWithProof();
  await keepTicketFiles(env, onTheHour(fromNow(30 * DAY_MS)));
  expect((await fileOf(file.id)).destroyed_at).toBeNull();
  await keepTicketFiles(env, onTheHour(new Date(event.start_at.getTime() + 31 * DAY_MS)));
  expect((await fileOf(file.id)).destroyed_at).not.toBeNull();
});

test.each(['problem', 'dispute'] as const)('a sale’s files are destroyed only once its %s is closed', async (kind) => {
  const { request, event, file } = await saleWithProof();
  const long = new Date(event.start_at.getTime() + 60 * DAY_MS);
  const about = { request_id: request.id, status: 'open' } as const;
  const problem = { kind: 'did_not_work', text: 'Refused at the door.', decide_by: long } as const;
  if (kind === 'problem') await db.insert(problems).values({ ...about, ...problem });
  else await addDispute({ ...about, opened_at: long });
  await keepTicketFiles(env, onTheHour(long));
  expect((await fileOf(file.id)).destroyed_at).toBeNull();
  const closed =
    kind === 'problem'
      ? "problems set status = 'rejected', decided_by = 'staff', decided_at = 1"
      : "disputes set status = 'won', closed_at = 1";
  await env.DB.prepare(`update ${closed} where request_id = ?`).bind(request.id).run();
  await keepTicketFiles(env, onTheHour(new Date(long.getTime() + DAY_MS)));
  expect((await fileOf(file.id)).destroyed_at).not.toBeNull();
});

test('rotating the ticket keys wraps each file key with the new ticket key, and the file still opens', async () => {
  const { headers } = await reseller();
  env.TICKET_KEYS = keyOf(7, 'a');
  const id = await uploadedFile(headers, { bytes: pdfWith('rotated') });
  const before = await fileOf(id);
  env.TICKET_KEYS = `${keyOf(8, 'b')},${keyOf(7, 'a')}`;
  expect(await bytesOf(before)).toEqual(pdfWith('rotated'));
  await keepTicketFiles(env, new Date());
  const rewrapped = await fileOf(id);
  expect(rewrapped).toMatchObject({ key_version: 8, iv: before.iv });
  expect(rewrapped.wrapped_key).not.toBe(before.wrapped_key);
  env.TICKET_KEYS = keyOf(8, 'b');
  expect(await bytesOf(rewrapped)).toEqual(pdfWith('rotated'));
  await expect(bytesOf(before)).rejects.toThrow('version 7');
});

test('a file key that cannot be unwrapped does not stop the rotation of other file keys', async () => {
  const { headers, user } = await reseller();
  env.TICKET_KEYS = keyOf(17, 'a');
  const bad = await Promise.all(
    Array.from({ length: 100 }, () => addFile({ owner_id: user.id, key_version: 17, wrapped_key: 'A'.repeat(80) })),
  );
  const id = await uploadedFile(headers);
  env.TICKET_KEYS = `${keyOf(18, 'b')},${keyOf(17, 'a')}`;
  // Each run tries 100 of the 101 keys, chosen at random.
  for (let run = 0; run < 10; run += 1) await keepTicketFiles(env, pastTheHour(new Date()));
  expect([(await fileOf(id)).key_version, (await fileOf(bad[0]!.id)).key_version]).toEqual([18, 17]);
  expect(meantErrors().length).toBeGreaterThanOrEqual(999);
});

test('without ticket keys an upload fails and leaves no row', async () => {
  const seller = await reseller();
  env.TICKET_KEYS = '';
  expect(refusal(await uploadFile(seller.headers))).toEqual([500, 'server.unexpected']);
  expect(await db.$count(ticketFiles, eq(ticketFiles.owner_id, seller.user.id))).toBe(0);
});
