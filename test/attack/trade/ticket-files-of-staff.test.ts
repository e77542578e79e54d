import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal } from '../../support/worker/trade/file-deal.ts';
import { openTickets } from '../../support/worker/trade/kept-tickets.ts';
import { pdfWith, uploadedFile } from '../../support/worker/trade/ticket-files.ts';
import { fromNow } from '../../support/worker/moments.ts';

const open = async (headers: HeadersInit, id: string, method = 'GET') =>
  (await callCounted(`/api/admin/ticket-files/${id}`, { method, headers })).answer;
const openings = (id: string) => db.select().from(auditLog).where(eq(auditLog.target_id, id));

test('admins can open the files of a ticket request only if it has a problem', async () => {
  const bytes = pdfWith('Admit one.');
  const event = { start_at: fromNow(1_800_000) };
  const { deal, ticket, tickets } = await boughtDeal({ bytes, shows_at_once: true, event });
  const admin = await signedInAs('admin');
  expect((await open(admin.headers, ticket.file_id)).status).toBe(404);
  await openTickets(deal);
  const file_id = await uploadedFile(deal.buyer.headers, { purpose: 'evidence' });
  const report = { kind: 'event_cancelled', text: 'Nobody is there.', file_id };
  expect(
    (await post(`/api/ticket-requests/${deal.id}/problem`, { headers: deal.buyer.headers, body: report })).status,
  ).toBe(200);
  for (const id of [ticket.file_id, file_id]) {
    const answer = await open(admin.headers, id);
    expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('Content-Security-Policy')]).toEqual(
      [200, 'no-store', "sandbox; default-src 'none'"],
    );
    expect(await openings(id)).toMatchObject([
      { action: 'ticket_file.open', actor_id: admin.user.id, target_type: 'ticket_file' },
    ]);
    await answer.body?.cancel();
  }
  expect(tickets).toHaveLength(1);
  // Nobody else can open a file. HEAD is refused, because it would leave no log entry.
  for (const headers of [deal.buyer.headers, deal.seller.headers, (await signedInAs('organizer')).headers]) {
    expect((await open(headers, ticket.file_id)).status).toBe(403);
  }
  expect((await open({}, ticket.file_id)).status).toBe(401);
  expect((await open(admin.headers, ticket.file_id, 'HEAD')).status).toBe(404);
  expect(await openings(ticket.file_id)).toHaveLength(1);
});
