import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { waitlist } from '../../../drizzle/tables/all-tables.ts';
import shell from '../../../web/index.html?raw';
import worker from '../../../worker/index.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { limitsInOneWindow } from '../../support/worker/people/one-window.ts';

const STUDENTS = 2000;
/** The test uses a tenth of the students, and a tenth of each limit of their IP address. */
const SHARE = 0.1;
const AT_ONCE = 50;

const ASSETS = {
  fetch: async (at: Request | URL) => {
    const { pathname } = new URL(at instanceof Request ? at.url : at);
    if (pathname === '/') return new Response(shell, { headers: { 'Content-Type': 'text/html' } });
    return pathname === '/assets/manifest.json' ? Response.json({}) : new Response(null, { status: 404 });
  },
} as unknown as Fetcher;

/** The browser keeps its cookies unless `keeps` is false. */
function browserAt(
  address: string,
  { bindings = {}, keeps = true }: { bindings?: Partial<Env>; keeps?: boolean } = {},
) {
  const jar = new Map<string, string>();
  return {
    jar,
    open: async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('CF-Connecting-IP', address);
      if (jar.size > 0) headers.set('Cookie', [...jar].map((pair) => pair.join('=')).join('; '));
      const context = createExecutionContext();
      const request = new Request(`http://vouch.test${path}`, { ...init, headers });
      const answer = await worker.fetch(request, { ...env, ASSETS, ...bindings }, context);
      await waitOnExecutionContext(context);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers.get('Set-Cookie') ?? '') ?? [];
      if (keeps && name && value) jar.set(name, value);
      return answer;
    },
  };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const join = (browser: ReturnType<typeof browserAt>, body: object) =>
  browser.open('/api/waitlist', { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) });

const person = (name: string, event_id: string) => ({
  event_id,
  name,
  email: `${name}@university.test`,
  phone: '+16175550142',
  instagram: name,
  school: 'A university',
});

/** Sends an empty form. Validation answers 422 without a database query, and the rate limit answers 429. */
const junk = (browser: ReturnType<typeof browserAt>) => join(browser, {});

async function inTurns<T, R>(all: readonly T[], run: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map((one, at) => run(one, from + at)))));
  return results;
}

const counted = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((each) => each === status).length]),
  );

test('behind one IP address, 2,000 students open an event and its chat, 200 join the waitlist, and none is refused', async () => {
  const event = await anEvent({ slug: 'campus' });
  const bindings = limitsInOneWindow({ ceilings: SHARE });
  const students = Array.from({ length: STUDENTS * SHARE }, () => browserAt('198.51.100.7', { bindings }));
  const statuses = await inTurns(students, async ({ open }) => {
    const home = await open('/');
    const page = await open('/events/campus');
    const chat = await open('/api/events/campus/messages');
    const socket = await open('/api/events/campus/live', { headers: { Upgrade: 'websocket' } });
    socket.webSocket?.accept();
    return [home.status, page.status, chat.status, socket.status];
  });
  const joined = await inTurns(
    students.slice(0, 200 * SHARE),
    async (student, at) => (await join(student, person(`student-${at}`, event.id))).status,
  );
  expect(counted(statuses.flat())).toEqual({ 101: students.length, 200: 3 * students.length });
  expect(counted(joined)).toEqual({ 201: 200 * SHARE });
  expect(await db.$count(waitlist, eq(waitlist.event_id, event.id))).toBe(200 * SHARE);
});

test('a browser that posts too often is refused, and other browsers behind the same IP address are not', async () => {
  const bindings = limitsInOneWindow();
  const attacker = browserAt('198.51.100.20', { bindings });
  const statuses: number[] = [];
  // The first request of a browser has no cookie, so it does not count toward the browser's own limit.
  for (let sent = 0; sent < 22; sent += 1) statuses.push((await junk(attacker)).status);
  expect(statuses).toEqual([...Array(21).fill(422), 429]);
  const neighbours = Array.from({ length: 30 }, () => browserAt('198.51.100.20', { bindings }));
  expect(counted(await inTurns(neighbours, async (one) => (await junk(one)).status))).toEqual({ 422: 30 });
});

test('a program that drops its cookie is refused at the limit for newcomers, and browsers with a cookie are not', async () => {
  const bindings = limitsInOneWindow();
  const student = browserAt('198.51.100.30', { bindings });
  expect((await junk(student)).status).toBe(422);
  expect([...student.jar.keys()]).toEqual(['vouch-visitor']);
  const attacker = browserAt('198.51.100.30', { bindings, keeps: false });
  const statuses = await inTurns(Array(450).fill(attacker), async (one) => (await junk(one)).status);
  expect(counted(statuses)).toEqual({ 422: 399, 429: 51 });
  expect((await junk(student)).status).toBe(422);
  expect((await junk(browserAt('198.51.100.31', { bindings }))).status).toBe(422);
});

function countingLimit() {
  const keys: string[] = [];
  return { keys, limit: async ({ key }: { key: string }) => (keys.push(key), { success: true }) };
}

test('a cookie that was altered, forged or signed with another pepper is ignored', async () => {
  const mine = browserAt('198.51.100.40');
  await junk(mine);
  const [id, issued, mac] = mine.jar.get('vouch-visitor')!.split('.');
  const other = browserAt('198.51.100.40', { bindings: { AUTH_PEPPER: 'another-pepper-of-at-least-32-characters' } });
  await junk(other);
  const forged = [
    `${id}x.${issued}.${mac}`,
    `${id}.${Number(issued) + 1}.${mac}`,
    `${id}.${issued}.`,
    `${id}.${issued}.${'A'.repeat(mac!.length)}`,
    other.jar.get('vouch-visitor')!,
    '',
  ];
  for (const value of [...forged, mine.jar.get('vouch-visitor')!]) {
    const LIMIT_FORM = countingLimit();
    const CEILING_FORM_NEWCOMERS = countingLimit();
    const browser = browserAt('198.51.100.40', { bindings: { LIMIT_FORM, CEILING_FORM_NEWCOMERS } });
    browser.jar.set('vouch-visitor', value);
    await junk(browser);
    const isMine = value === mine.jar.get('vouch-visitor');
    const counts = [LIMIT_FORM.keys.length, CEILING_FORM_NEWCOMERS.keys.length];
    expect([value, ...counts]).toEqual([value, ...(isMine ? [1, 0] : [0, 1])]);
  }
});

test('once an IP address has received too many new cookies, its requests are answered without a cookie', async () => {
  const CEILING_NEW_VISITORS = { limit: async () => ({ success: false }) };
  const newcomer = browserAt('198.51.100.50', { bindings: { CEILING_NEW_VISITORS } });
  expect((await junk(newcomer)).status).toBe(422);
  expect(newcomer.jar.size).toBe(0);
});

test('an answer from the public cache sets no cookie and counts toward no limit', async () => {
  await anEvent({ slug: 'shared' });
  for (const path of [
    '/',
    '/events/shared',
    '/api/home',
    '/api/events',
    '/api/events/shared',
    '/api/venues',
    '/api/launch',
    '/sitemap.xml',
  ]) {
    const first = await browserAt('198.51.100.60').open(path);
    const counts = countingLimit();
    const names = ['LIMIT_READ', 'CEILING_READ', 'CEILING_READ_NEWCOMERS', 'CEILING_NEW_VISITORS'];
    const bindings = Object.fromEntries(names.map((name) => [name, counts]));
    const second = await browserAt('198.51.100.60', { bindings }).open(path);
    expect([path, second.headers.get('X-Cache'), counts.keys]).toEqual([path, 'HIT', []]);
    for (const answer of [first, second]) {
      expect([path, answer.status, answer.headers.get('Set-Cookie')]).toEqual([path, 200, null]);
      expect(answer.headers.get('Cache-Control')).toContain('public');
    }
  }
});

async function networkOf(address: string): Promise<string> {
  const CEILING_FORM_NEWCOMERS = countingLimit();
  await junk(browserAt(address, { bindings: { CEILING_FORM_NEWCOMERS } }));
  return CEILING_FORM_NEWCOMERS.keys.join();
}

test('all addresses of one IPv6 /56 network share one limit', async () => {
  const first = await networkOf('2001:db8:7:9900::1');
  expect(await networkOf('2001:db8:7:99ff:1:2:3:4')).toBe(first);
  expect(await networkOf('2001:0DB8:0007:9942::')).toBe(first);
  expect(await networkOf('2001:db8:7:9a00::1')).not.toBe(first);
  expect(await networkOf('2001:db8::1')).not.toBe(first);
});
