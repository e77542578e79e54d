import { eq, isNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { type Event, resellerApplications, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { anEvent as addEvent, ask } from '../../support/worker/admin.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

const post = (path: string, json: unknown) => ask(path, { json });

const anEvent = (over: Partial<Event> = {}) => addEvent({ start_at: inHours(24), ...over });
const entriesOf = (eventId: string) => db.select().from(waitlist).where(eq(waitlist.event_id, eventId));

test('a visitor who joins the waitlist is pending, whatever status they ask for', async () => {
  const event = await anEvent();
  const { status, body, cost } = await post('/api/waitlist', aForm({ event_id: event.id, status: 'accepted' }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'pending', event_id: event.id, instagram: 'a.student' });
  expect(await entriesOf(event.id)).toMatchObject([
    { status: 'pending', phone: '(617) 555-0100', instagram: 'a.student', email_key: 'student@bu.test' },
  ]);
  expect(cost.round_trips).toBe(1);
});

test('a second join with the same address in different letter case gets the same response and adds no row', async () => {
  const event = await anEvent();
  const first = await post('/api/waitlist', aForm({ event_id: event.id }));
  const again = await post('/api/waitlist', aForm({ event_id: event.id, email: 'Student@BU.test' }));
  expect(again.status).toBe(first.status);
  expect(Object.keys(again.body)).toEqual(Object.keys(first.body));
  expect(await entriesOf(event.id)).toHaveLength(1);
});

test('ten simultaneous joins with one address add one row', async () => {
  const event = await anEvent();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('/api/waitlist', aForm({ event_id: event.id }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(await entriesOf(event.id)).toHaveLength(1);
});

test('joining the general waitlist twice with one address adds one row', async () => {
  await post('/api/waitlist', aForm());
  await post('/api/waitlist', aForm());
  expect(await db.select().from(waitlist).where(isNull(waitlist.event_id))).toMatchObject([
    { email: 'student@bu.test' },
  ]);
});

test('nobody can join the waitlist of an unknown, unpublished or past event', async () => {
  const hidden = await anEvent({ is_published: false });
  const over = await anEvent({ start_at: inHours(-7) });
  expect((await post('/api/waitlist', aForm({ event_id: 'nowhere' }))).status).toBe(404);
  expect((await post('/api/waitlist', aForm({ event_id: hidden.id }))).status).toBe(404);
  const closed = await post('/api/waitlist', aForm({ event_id: over.id }));
  expect(closed.status).toBe(409);
  expect(closed.body).toMatchObject({ error: { code: 'waitlist.closed' } });
  expect(await entriesOf(over.id)).toHaveLength(0);
});

test.each([
  [{ name: ' ' }, 'name', 'Tell us your name.'],
  [{ email: undefined }, 'email', 'Tell us your email address.'],
  [{ email: 'student at bu' }, 'email', 'Invalid email format'],
  [{ email: `${'a'.repeat(250)}@bu.test` }, 'email', 'Email too long'],
  [{ phone: 'call me' }, 'phone', 'A phone number needs digits.'],
  [{ instagram: '@@' }, 'instagram', 'Tell us your Instagram handle.'],
  [{ school: 'x'.repeat(121) }, 'school', 'School too long'],
  [{ name: 7 }, 'name', 'Tell us your name.'],
])('a form with %j is refused with an error for that field', async (over, field, text) => {
  const { status, body } = await post('/api/waitlist', aForm(over));
  expect(status).toBe(422);
  expect(body.error.fields).toEqual({ [field]: text });
});

test('a body that is not JSON gets the status 400, and a body of 2 MB gets the status 413', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const { answer } = await callCounted('/api/waitlist', { method: 'POST', headers, body: '{"name":' });
  expect(answer.status).toBe(400);
  expect((await post('/api/waitlist', aForm({ name: 'x'.repeat(2_000_000) }))).status).toBe(413);
});

test.each([
  ['too long', (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(65_536))],
  ['too slow', () => new Promise<void>(() => {})],
])('the Worker cancels an unread request body that is %s', async (_, pull) => {
  const cancel = vi.fn<() => void>();
  const { answer } = await callCounted('/functions/v1/nothing-here', {
    method: 'POST',
    body: new ReadableStream({ pull, cancel }),
  });
  expect(answer.status).toBe(404);
  expect(cancel).toHaveBeenCalledOnce();
});

test('a reseller application that is sent twice is stored once, with the status pending', async () => {
  const { status, body } = await post('/api/reseller-applications', aForm({ status: 'approved' }));
  const again = await post('/api/reseller-applications', aForm({ email: 'STUDENT@bu.test' }));
  expect([status, again.status]).toEqual([201, 201]);
  expect(body['status']).toBe('pending');
  expect(await db.select().from(resellerApplications)).toMatchObject([{ status: 'pending', email: 'student@bu.test' }]);
});

test('a rejected applicant may apply again', async () => {
  await db.update(resellerApplications).set({ status: 'rejected' });
  await post('/api/reseller-applications', aForm());
  const statuses = (await db.select().from(resellerApplications)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['pending', 'rejected']);
});

test('invisible characters are removed from the name and the school on a form', async () => {
  const event = await anEvent();
  const hostile = aForm({
    event_id: event.id,
    name: '\u202eA\u200b student\u2069',
    school: 'Boston\u0007 University\u202c',
  });
  expect((await post('/api/waitlist', hostile)).status).toBe(201);
  expect(await entriesOf(event.id)).toMatchObject([{ name: 'A student', school: 'Boston University' }]);
  const unseen = aForm({ email: 'unseen@bu.test', name: '\u2066A student\u2069' });
  expect((await post('/api/reseller-applications', unseen)).status).toBe(201);
  const rows = await db.select().from(resellerApplications).where(eq(resellerApplications.email, 'unseen@bu.test'));
  expect(rows).toMatchObject([{ name: 'A student' }]);
  const empty = await post('/api/waitlist', aForm({ event_id: event.id, name: '\u202e\u200b' }));
  expect([empty.status, empty.body.error.fields['name']]).toEqual([422, 'Tell us your name.']);
});
