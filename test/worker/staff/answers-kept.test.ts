import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { events } from '../../../drizzle/tables/nights/events.ts';
import { RETURNING } from '../../../worker/contract/people/returning-cookie.ts';
import { eventPaths, purgePaths } from '../../../worker/http/answers/purge-cache.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { open } from '../../support/worker/open-page.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A database that refuses every statement, as D1 does while it is overloaded. */
const FAILING = new Proxy(env.DB, {
  get: () => () => {
    throw new Error('D1_ERROR: D1 DB is overloaded.');
  },
});

/** Opens a path while the database fails, `later` ms from now. */
async function openWhileFailing(path: string, later: number) {
  vi.setSystemTime(Date.now() + later);
  const opened = await open(path, {}, FAILING);
  expect(meantErrors().join()).toContain('D1 DB is overloaded');
  return opened;
}

/** A page without the instants at which its data was read. */
const timeless = (html: string) => html.replaceAll(/\d{13}/g, '');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an answer is repeated from memory for a second, without the database and without the shared cache', async () => {
  const { slug } = await anEvent({ title: 'Kept in Memory' });
  const first = await open(`/api/events/${slug}`);
  const looked = vi.spyOn(caches.default, 'match');
  const { answer, html, cost } = await open(`/api/events/${slug}`);
  expect(html).toBe(first.html);
  expect([answer.headers.get('X-Cache'), cost.round_trips, looked.mock.calls.length]).toEqual(['HIT', 0, 0]);
  expect(answer.headers.get('X-Request-Id')).not.toBe(first.answer.headers.get('X-Request-Id'));
  const unchanged = await open(`/api/events/${slug}`, { headers: { 'If-None-Match': answer.headers.get('ETag')! } });
  expect([unchanged.answer.status, unchanged.html]).toEqual([304, '']);
  vi.setSystemTime(Date.now() + SECOND + 1);
  await open(`/api/events/${slug}`);
  expect(looked).toHaveBeenCalledTimes(1);
});

test('memory does not repeat an answer for longer than the shared cache does', async () => {
  const { slug } = await anEvent();
  await open(`/api/events/${slug}`);
  vi.setSystemTime(Date.now() + 29.5 * SECOND);
  const late = await open(`/api/events/${slug}`);
  expect([late.answer.headers.get('X-Cache'), late.answer.headers.get('Age')]).toEqual(['HIT', '29']);
  vi.setSystemTime(Date.now() + 0.6 * SECOND);
  expect((await open(`/api/events/${slug}`)).answer.headers.get('X-Cache')).toBe('MISS');
});

test('a write is seen at once where it was made, although an answer is in memory', async () => {
  const event = await anEvent({ title: 'Before the Write' });
  const title = async () => (JSON.parse((await open(`/api/events/${event.slug}`)).html) as { title: string }).title;
  expect(await title()).toBe('Before the Write');
  await db.update(events).set({ title: 'After the Write' }).where(eq(events.id, event.id));
  await purgePaths('http://vouch.test', eventPaths([event.slug]));
  expect(await title()).toBe('After the Write');
});

test('a browser that returns from a sign-in gets the empty shell, although home is in memory', async () => {
  await open('/');
  expect((await open('/')).answer.headers.get('X-Cache')).toBe('HIT');
  const { answer, html } = await open('/', { headers: { Cookie: RETURNING } });
  expect([answer.status, answer.headers.get('X-Cache')]).toEqual([200, null]);
  expect(html).toContain('<div id="root"></div>');
});

test('an answer that was being made while a write purged it is not kept', async () => {
  const event = await anEvent({ title: 'Made Too Early' });
  const path = `/api/events/${event.slug}`;
  const put = vi.spyOn(caches.default, 'put');
  const writing = new Proxy(env.DB, {
    get: (target, name: keyof D1Database) => {
      void purgePaths('http://vouch.test', [path]);
      return (target[name] as (...given: unknown[]) => unknown).bind(target);
    },
  });
  expect((await open(path, {}, writing)).answer.status).toBe(200);
  expect(put).not.toHaveBeenCalled();
  expect((await open(path)).answer.headers.get('X-Cache')).toBe('MISS');
});

test.each(['/', '/api/home', '/events/out-of-date-night', '/api/events/out-of-date-night'])(
  'while the database fails, %s is shown as it was up to ten minutes ago and says so',
  async (path) => {
    await db.delete(events);
    await anEvent({ title: 'Out of Date Night', slug: 'out-of-date-night' });
    await purgePaths('http://vouch.test', eventPaths(['out-of-date-night']));
    const before = (await open(path)).html;
    const { answer: old, html } = await openWhileFailing(path, 9 * MINUTE);
    expect([old.status, old.headers.get('X-Out-Of-Date'), old.headers.get('Cache-Control')]).toEqual([
      200,
      'yes',
      'no-store',
    ]);
    expect([old.headers.get('ETag'), old.headers.get('X-Made-At'), old.headers.get('X-Cache')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(timeless(html.replace(' data-old=""', ''))).toBe(timeless(before));
    expect(html.includes('<html lang="en" data-old="">')).toBe(!path.startsWith('/api'));
  },
);

test('an answer that is older than ten minutes does not stand in for one that fails', async () => {
  const { slug } = await anEvent();
  await open(`/api/events/${slug}`);
  expect((await openWhileFailing(`/api/events/${slug}`, 10 * MINUTE + SECOND)).answer.status).toBe(500);
});

test('a page of an event that nobody has opened before fails clearly while the database fails', async () => {
  const { slug } = await anEvent();
  const { answer, html } = await openWhileFailing(`/api/events/${slug}`, 0);
  expect([answer.status, answer.headers.get('X-Out-Of-Date')]).toEqual([500, null]);
  expect((JSON.parse(html) as { error: { code: string } }).error.code).toBe('server.unexpected');
});
