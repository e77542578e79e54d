import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../../worker/features/people/accounts/accounts.ts';
import { expireAll } from '../../../../worker/features/trade/requests/expire-requests.db.ts';
import { undoAnswer } from '../../../../worker/features/trade/requests/move-request.db.ts';
import { runWrites } from '../../../../worker/http/database/batch.ts';
import { listen } from '../../../../worker/rooms/ask-room.ts';
import { takeJobs } from '../../../../worker/tell-people.ts';
import { afterUndo } from '../../../support/worker/trade/after-undo.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { Listener } from '../../../support/worker/talk/listener.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { askFor, refusal, subjectsTo } from '../../../support/worker/trade/deals/calls.ts';
import { changeRequest, requestOf } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { call } from '../../../support/worker/people/circle.ts';

const HOUR = 3_600_000;

/** A room collects changes and announces them together, a fifth of a second after the first change. */
const LONGER_THAN_A_ROOM_WAITS = 250;

interface Seen {
  ticket_requests: { status: string; expires_at: string; undo_until: string | null }[];
}

async function scene() {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ quantity: 2, seller_id: seller.user.id }], {
    title: 'Disco Deficit',
  });
  const page = new Listener(() => listen(env, { event_id: event.id, after: undefined, address: 'a-phone' }));
  await page.connect();
  const { json } = await askFor(event, buyer, 2);
  /** Counts how often the open page learned that listings changed. The buyer's request is the first change. */
  const heard = () => page.frames.filter(({ type }) => type === 'listings').length;
  const move = (how: string, who = seller) => post(`/api/ticket-requests/${json.id}/${how}`, who);
  const seen = async ({ headers }: typeof seller) => {
    const { json: mine } = await call<Seen>('GET', '/api/my/ticket-requests', { headers });
    return mine.ticket_requests[0]!;
  };
  const subjects = async () => await subjectsTo(buyer);
  const stored = async () => await requestOf(json.id);
  const sides = { seller, buyer, event, listing: listed[0]!, id: json.id, asked: json };
  return { ...sides, page, heard, move, seen, subjects, stored };
}

test.each(['accept', 'decline'])('the buyer never learns of an answer that the seller undoes: %s', async (how) => {
  const { seller, buyer, event, listing, asked, page, heard, move, seen, subjects, stored } = await scene();
  await page.until(() => heard() === 1);
  expect((await move(how)).json).toMatchObject({ status: how === 'accept' ? 'accepted' : 'declined' });
  expect(await seen(buyer)).toMatchObject({ status: 'pending', expires_at: asked.expires_at, undo_until: null });
  expect((await seen(seller)).undo_until).not.toBeNull();
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 2, status: 'reserved' });
  const { answer } = await callCounted(`/api/events/${event.slug}?with=listings`);
  expect(await answer.json()).toMatchObject({ listings: [], held_until: asked.expires_at });
  expect((await move('undo')).json).toMatchObject({
    status: 'pending',
    undo_until: null,
    expires_at: asked.expires_at,
  });
  expect((await move('undo')).status).toBe(200);
  await afterUndo();
  expect(await subjects()).toEqual([]);
  expect(await stored()).toMatchObject({ status: 'pending', answer: null, told_at: null });
  await scheduler.wait(LONGER_THAN_A_ROOM_WAITS);
  await move('cancel', buyer);
  await page.until(() => heard() > 1);
  expect(heard()).toBe(2);
});

test('if a seller accepts and then declines, the buyer gets one mail, and it is about the decline', async () => {
  const { move, subjects, listing } = await scene();
  await move('accept');
  expect((await move('decline')).json.status).toBe('declined');
  await afterUndo();
  await afterUndo();
  expect(await subjects()).toEqual(['Not this time: Disco Deficit']);
  expect(await stockOf(listing)).toEqual({ quantity: 2, held: 0, status: 'active' });
});

test('an answer can be undone only by the seller, and only until the mail to the buyer is written', async () => {
  const { move, buyer, stored } = await scene();
  await move('accept');
  expect((await move('undo', buyer)).status).toBe(404);
  expect((await move('undo', await signedInAs('admin'))).status).toBe(404);
  await afterUndo();
  const late = await move('undo');
  expect(refusal(late)).toEqual([409, 'tickets.undo_too_late']);
  expect(late.json.error.message).toContain('the buyer already knows');
  expect((await stored()).status).toBe('accepted');
});

test('after ten seconds an undo is refused, even if the server has not made the answer final yet', async () => {
  const { seller, id, move, stored } = await scene();
  await move('accept');
  const { expires_at } = await stored();
  const undo = (now: Date) => undoAnswer(db, { id, actor_id: seller.user.id, now });
  await expect(undo(expires_at)).rejects.toMatchObject({ code: 'tickets.undo_too_late' });
  expect(await stored()).toMatchObject({ status: 'pending', answer: 'accepted' });
});

test('the stored time of a decline is when the seller declined, not when the ten seconds for an undo end', async () => {
  const { move, stored } = await scene();
  const before = Date.now();
  await move('decline');
  const after = Date.now();
  await afterUndo();
  const declined = (await stored()).declined_at!.getTime();
  expect([declined >= before, declined <= after]).toEqual([true, true]);
});

test('a buyer can cancel a request until the seller’s answer is final, and then gets no mail about the answer', async () => {
  const { move, buyer, subjects, stored, listing } = await scene();
  await move('accept');
  expect((await move('cancel', buyer)).json.status).toBe('cancelled');
  await afterUndo();
  expect(await subjects()).toEqual([]);
  expect(await stored()).toMatchObject({ status: 'cancelled', answer: null });
  expect(await stockOf(listing)).toEqual({ quantity: 2, held: 0, status: 'active' });
});

test('a request that the seller accepts in its last second keeps its tickets and ends as accepted', async () => {
  const { move, id, event, stored, subjects } = await scene();
  await changeRequest(id, { expires_at: fromNow(1500) });
  await move('accept');
  const other = await askFor(event, await signedInAs('user'));
  expect(other.json.error.code).toBe('tickets.none_available');
  await expireAll(db, { now: fromNow(HOUR) });
  expect((await stored()).status).toBe('accepted');
  await afterUndo();
  expect(await subjects()).toEqual(['Yes: Disco Deficit']);
});

const none = () => undefined;

test('the buyer’s mail about an answer is written when the queue wakes the Worker', async () => {
  const { move, subjects, id } = await scene();
  await move('accept');
  await changeRequest(id, { expires_at: fromNow(-1) });
  const body = { tells: true } as const;
  const message = { id: 'wake', timestamp: new Date(), attempts: 1, body, ack: none, retry: none };
  const metadata = { metrics: { backlogCount: 1, backlogBytes: 1 } };
  await takeJobs({ queue: 'vouch-notify', messages: [message], ackAll: none, retryAll: none, metadata }, env);
  expect(await subjects()).toEqual(['Yes: Disco Deficit']);
});

test.each([
  ['time', 'No answer in time: Disco Deficit'],
  ['withdrawal', 'Off sale: Disco Deficit'],
  ['ban of the seller', 'Off sale: Disco Deficit'],
  ['ban of the buyer', 'Request ended: Disco Deficit'],
] as const)('when a request ends, the buyer gets one mail with the outcome (cause: %s)', async (by, subject) => {
  const { seller, buyer, listing, subjects } = await scene();
  const ban = (id: string) => accounts.banAccount(db, { id, until: fromNow(24 * HOUR), now: new Date() });
  if (by === 'time') await expireAll(db, { now: fromNow(25 * HOUR) });
  else if (by === 'withdrawal') await post(`/api/listings/${listing.id}/withdraw`, seller);
  else await runWrites(db, [ban(by === 'ban of the seller' ? seller.user.id : buyer.user.id)]);
  expect(await subjects()).toEqual([]);
  await Promise.all([afterUndo(), afterUndo()]);
  await afterUndo();
  expect(await subjects()).toEqual([subject]);
  const [mail] = await mailsTo(buyer.user.email!);
  expect(mail!.html.match(/href="[^"]*"/g)).toHaveLength(1);
  expect(await db.$count(outbox, eq(outbox.recipient, buyer.user.email!))).toBe(1);
});
