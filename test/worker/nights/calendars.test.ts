import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authUsers, calendarLinks, events, savedEvents, venues } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call } from '../../support/worker/people/auth-client.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { db } from '../../support/worker/db.ts';
import { feedEvent, sendFeed } from '../../support/worker/nights/feed.ts';
import { inHours } from '../../support/worker/nights/listed-event.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

type Headers = Record<string, string>;

const link = (headers: Headers, method: string) => ask('/api/my/calendar-link', { headers, method });
const make = async (headers: Headers) => new URL((await link(headers, 'POST')).body.url).pathname;

const read = (path: string, headers: Headers = {}) => ask(path, { headers });
const tokenOf = (path: string) => path.slice('/calendar/'.length, -'.ics'.length);

const factOf = (text: string, name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(text)![1]!;

beforeEach(() => db.batch([db.delete(events), db.delete(venues)]));

async function aCalendar(over: Parameters<typeof anEvent>[0] = {}) {
  const person = await signedInAs('user');
  const event = await anEvent({ start_at: inHours(24), title: 'Saved Night', ...over });
  await db.insert(savedEvents).values({ user_id: person.user.id, event_id: event.id });
  return { ...person, event, path: await make(person.headers) };
}

test('a person’s calendar address returns their nights and no other personal data', async () => {
  const { event, path, user } = await aCalendar();
  await anEvent({ title: 'Not Mine', start_at: inHours(24) });
  const { status, answer, text, cost } = await read(path);
  expect([status, cost.round_trips]).toEqual([200, 2]);
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
  expect(text.match(/^UID:.*$/gm)).toEqual([`UID:${event.id}@127.0.0.1`]);
  expect(text).toContain('SUMMARY:Saved Night\r\n');
  expect(text).toContain('STATUS:CONFIRMED\r\n');
  for (const secret of [user.id, user.email!, 'A student', 'Boston University', tokenOf(path)])
    expect(text).not.toContain(secret);
});

test('a changed event keeps its UID in the calendar and gets a higher sequence number', async () => {
  const { event, path } = await aCalendar();
  const first = await read(path);
  const etag = first.answer.headers.get('ETag')!;
  expect(await read(path, { 'If-None-Match': etag })).toMatchObject({ status: 304, text: '' });
  await changeEvent(event.id, { title: 'Moved Night', updated_at: new Date(event.updated_at.getTime() + 90_000) });
  const second = await read(path, { 'If-None-Match': etag });
  expect(second.status).toBe(200);
  expect(factOf(second.text, 'UID')).toBe(factOf(first.text, 'UID'));
  expect(Number(factOf(second.text, 'SEQUENCE')) - Number(factOf(first.text, 'SEQUENCE'))).toBe(90);
  expect(factOf(second.text, 'LAST-MODIFIED')).not.toBe(factOf(first.text, 'LAST-MODIFIED'));
});

test.each([
  ['cancelled', { cancelled_at: new Date() }, 'Saved Night'],
  ['unpublished', { is_published: false }, 'A night that was taken down'],
])('a saved event that is %s stays in the calendar as cancelled', async (_what, change, title) => {
  const { event, path } = await aCalendar();
  await changeEvent(event.id, change);
  const { text } = await read(path);
  expect(text).toContain(`UID:${event.id}@`);
  expect(text).toContain('STATUS:CANCELLED\r\n');
  expect(text).toContain(`SUMMARY:Canceled: ${title}\r\n`);
});

test('a new calendar address ends the old one', async () => {
  const { user, headers, path } = await aCalendar();
  const renewed = await make(headers);
  expect([(await read(path)).status, (await read(renewed)).status]).toEqual([404, 200]);
  const rows = await db.select().from(calendarLinks).where(eq(calendarLinks.user_id, user.id));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(renewed));
  expect((await link(headers, 'GET')).body['made_at']).toBe(rows[0]!.created_at.toISOString());
  for (const _ of [1, 2]) expect((await link(headers, 'DELETE')).body).toEqual({ made_at: null });
  expect((await read(renewed)).status).toBe(404);
});

test('a visitor cannot make, see or remove a calendar address', async () => {
  const before = await db.$count(calendarLinks);
  for (const method of ['GET', 'POST', 'DELETE'])
    expect([method, (await link({}, method)).status]).toEqual([method, 401]);
  expect(await db.$count(calendarLinks)).toBe(before);
});

test('an id, a stored hash or a guessed token does not open another person’s calendar', async () => {
  const { user, path } = await aCalendar();
  const stranger = await signedInAs('user');
  const [row] = await db.select().from(calendarLinks).where(eq(calendarLinks.user_id, user.id));
  const token = tokenOf(path);
  const guesses = [
    user.id,
    row!.token_hash,
    row!.token_hash.slice(0, 43),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    '%25',
    '',
  ];
  for (const guess of guesses) {
    const { status, text } = await read(`/calendar/${guess}.ics`, stranger.headers);
    expect([guess, status]).toEqual([guess, 404]);
    expect(text).not.toContain('Saved Night');
  }
  await link(stranger.headers, 'DELETE');
  expect((await read(path)).status).toBe(200);
});

test('the calendar address of a banned or deleted account stops working', async () => {
  const { user, path } = await aCalendar();
  await db
    .update(authUsers)
    .set({ banned_until: inHours(1) })
    .where(eq(authUsers.id, user.id));
  expect((await read(path)).status).toBe(404);
  await db.update(authUsers).set({ banned_until: null, deleted_at: new Date() }).where(eq(authUsers.id, user.id));
  expect((await read(path)).status).toBe(404);
});

test('a calendar address can be read at most 20 times a minute, from all IP addresses together', async () => {
  const { path } = await aCalendar();
  const other = (await aCalendar()).path;
  const statuses = [];
  for (let at = 0; at < 21; at += 1) statuses.push((await read(path)).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429]);
  expect((await read(other)).status).toBe(200);
});

test('the log of a failure does not contain the calendar address', async () => {
  const { path } = await aCalendar();
  const DB = faultyD1(env.DB, () => Promise.reject(d1Error('Network connection lost.')));
  const answer = await call(`http://vouch.test${path}`, {}, { ...env, DB });
  expect(answer.status).toBe(503);
  const [line = ''] = meantErrors();
  expect(line).toContain('/calendar/…');
  expect(line).not.toContain(path);
});

const calendarFile = (slug: string) => ask(`/events/${slug}.ics`);

test('a draft has no calendar file, but a published event has one', async () => {
  const draft = await anEvent({ title: 'Not Announced Yet', is_published: false });
  const published = await anEvent({ title: 'Announced' });
  const refused = await calendarFile(draft.slug);
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain('Not Announced Yet');
  expect((await calendarFile(published.slug)).text).toContain('SUMMARY:Announced\r\n');
});

test('the calendar file of a cancelled event says that it is cancelled', async () => {
  const { slug } = await anEvent({ title: 'Called Off', cancelled_at: new Date() });
  const { text } = await calendarFile(slug);
  expect(text).toContain('SUMMARY:Canceled: Called Off\r\n');
  expect(text).toContain('STATUS:CANCELLED\r\n');
});

test('a change to an event appears in its calendar file at once', async () => {
  const event = feedEvent({ description: 'Before' });
  const { body } = await sendFeed({ body: event });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:Before');
  await sendFeed({ body: { ...event, description: 'After' } });
  expect((await calendarFile(body.slug!)).text).toContain('DESCRIPTION:After');
});

test('a sample event that is not in the database has a calendar file too', async () => {
  expect(await calendarFile('headline-halloween')).toMatchObject({ status: 200 });
});
