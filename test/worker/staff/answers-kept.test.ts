import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events } from '../../../drizzle/tables/nights/events.ts';
import { RETURNING } from '../../../worker/contract/people/returning-cookie.ts';
import { openDb } from '../../../worker/http/database/open-db.ts';
import { eventPaths, purgePaths } from '../../../worker/http/answers/purge-cache.ts';
import worker from '../../../worker/index.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { ASSETS, open } from '../../support/worker/open-page.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const FAILING = faultyD1(env.DB, () => Promise.reject(d1Error('D1 DB is overloaded.')));

const cacheOf = async (path: string) => (await open(path)).answer.headers.get('X-Cache');

async function openWhileFailing(path: string, later: number) {
  vi.setSystemTime(Date.now() + later);
  await answerAgain();
  const opened = await open(path, {}, FAILING);
  expect(meantErrors().join()).toContain('D1 DB is overloaded');
  return opened;
}

/** Calls the Worker like a browser, without waiting for its background work. */
const answerOf = (path: string, DB: D1Database) =>
  worker.fetch(new Request(`http://vouch.test${path}`), { ...env, ASSETS, DB }, createExecutionContext());

const timeless = (html: string) => html.replaceAll(/\d{13}/g, '');

/** Shows the Worker that the database answers, so the Worker no longer treats the database as away. */
const answerAgain = () => openDb(env).$client.prepare('select 1').run();

// A job that an earlier test file left in the queue would show the Worker that the real database answers.
beforeEach(() => void vi.spyOn(worker, 'queue').mockResolvedValue());

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await answerAgain();
});

test('for one second, an answer comes from memory, without reading the database or the shared cache', async () => {
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

test('the memory keeps no answer longer than the shared cache does', async () => {
  const { slug } = await anEvent();
  await open(`/api/events/${slug}`);
  vi.setSystemTime(Date.now() + 29.5 * SECOND);
  const late = await open(`/api/events/${slug}`);
  expect([late.answer.headers.get('X-Cache'), late.answer.headers.get('Age')]).toEqual(['HIT', '29']);
  vi.setSystemTime(Date.now() + 0.6 * SECOND);
  expect(await cacheOf(`/api/events/${slug}`)).toBe('MISS');
});

test('after a write the old answer is not repeated from memory', async () => {
  const event = await anEvent({ title: 'Before the Write' });
  const title = async () => (JSON.parse((await open(`/api/events/${event.slug}`)).html) as { title: string }).title;
  expect(await title()).toBe('Before the Write');
  await db.update(events).set({ title: 'After the Write' }).where(eq(events.id, event.id));
  await purgePaths('http://vouch.test', eventPaths([event.slug]));
  expect(await title()).toBe('After the Write');
});

test('a browser that returns from a sign-in gets the empty shell, even if the home page is in memory', async () => {
  await open('/');
  expect(await cacheOf('/')).toBe('HIT');
  const { answer, html } = await open('/', { headers: { Cookie: RETURNING } });
  expect([answer.status, answer.headers.get('X-Cache')]).toEqual([200, null]);
  expect(html).toContain('<div id="root"></div>');
});

test('a response is not cached if it was begun before a purge and finished after it', async () => {
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
  expect(await cacheOf(path)).toBe('MISS');
});

test('a response that is still being cached during a purge does not stay in the cache', async () => {
  const event = await anEvent({ title: 'Put Too Late' });
  const path = `/api/events/${event.slug}`;
  const store = caches.default.put.bind(caches.default);
  vi.spyOn(caches.default, 'put').mockImplementationOnce(async (key, kept) => {
    await purgePaths('http://vouch.test', [path]);
    await store(key, kept);
  });
  expect((await open(path)).answer.status).toBe(200);
  expect(await cacheOf(path)).toBe('MISS');
});

test.each(['/', '/api/home', '/events/out-of-date-night', '/api/events/out-of-date-night'])(
  'while the database fails, %s is answered with a copy from nine minutes ago, marked as out of date',
  async (path) => {
    await db.delete(events);
    await anEvent({ title: 'Out of Date Night', slug: 'out-of-date-night' });
    await purgePaths('http://vouch.test', eventPaths(['out-of-date-night']));
    const before = (await open(path)).html;
    const { answer: old, html } = await openWhileFailing(path, 9 * MINUTE);
    expect(old.status).toBe(200);
    expect(Object.fromEntries(old.headers)).toMatchObject({ 'x-out-of-date': 'yes', 'cache-control': 'no-store' });
    for (const name of ['ETag', 'X-Made-At', 'X-Cache']) expect([name, old.headers.get(name)]).toEqual([name, null]);
    expect(timeless(html.replace(' data-old=""', ''))).toBe(timeless(before));
    expect(html.includes('<html lang="en" data-old="">')).toBe(!path.startsWith('/api'));
  },
);

test('a cached response older than ten minutes is not used while the database fails', async () => {
  const { slug } = await anEvent();
  await open(`/api/events/${slug}`);
  expect((await openWhileFailing(`/api/events/${slug}`, 10 * MINUTE + SECOND)).answer.status).toBe(503);
});

test('an event page that nobody has opened before answers with an error while the database fails', async () => {
  const { slug } = await anEvent();
  const { answer, html } = await openWhileFailing(`/api/events/${slug}`, 0);
  expect([answer.status, answer.headers.get('X-Out-Of-Date')]).toEqual([503, null]);
  expect((JSON.parse(html) as { error: { code: string } }).error.code).toBe('server.unavailable');
});

function silentDatabase() {
  let asked = 0;
  const begun = Promise.withResolvers<void>();
  const database = faultyD1(env.DB, () => {
    asked += 1;
    begun.resolve();
    return new Promise<never>(() => undefined);
  });
  return { database, asked: () => asked, begun: begun.promise };
}

test('of several cached pages, only the first waits a second for a database that does not answer', async () => {
  const { slug } = await anEvent({ title: 'Shown at Once' });
  const paths = [`/events/${slug}`, '/events'];
  for (const path of paths) await open(path);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() + MINUTE });
  const { database, asked, begun } = silentDatabase();
  const began = Date.now();
  const visit = async (path: string) => {
    const answer = await answerOf(path, database);
    return [answer.status, answer.headers.get('X-Out-Of-Date'), Date.now() - began];
  };
  const first = visit(paths[0]!);
  // The wait begins with the first call to the database.
  await begun;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await first).toEqual([200, 'yes', 1000]);
  expect(meantErrors().join()).toContain('No answer in time');
  const before = asked();
  for (const path of [...paths, ...paths]) expect(await visit(path)).toEqual([200, 'yes', 1000]);
  expect(asked() - before).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
});

test('once the database answers again, the next page is still a cached copy, and the page after it is fresh', async () => {
  const { slug } = await anEvent({ title: 'Fresh Again' });
  const path = `/api/events/${slug}`;
  await open(path);
  await openWhileFailing(path, 5 * MINUTE);
  expect((await open(path)).answer.headers.get('X-Out-Of-Date')).toBe('yes');
  expect(await cacheOf(path)).toBe('MISS');
});
