import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { noticeSettings, notifications } from '../../../drizzle/tables/all-tables.ts';
import { newsTicket } from '../../../worker/features/talk/push/news-ticket.ts';
import { pushNotices } from '../../../worker/features/talk/push/push-notices.ts';
import { ask } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { askForPasses, aScan, placeOf, sendScans, withPasses } from '../../support/worker/door.ts';
import { inTime } from '../../support/worker/in-time.ts';
import { launch } from '../../support/worker/launch.ts';
import { keptQueue, noticed } from '../../support/worker/talk/push.ts';

const { sent, queue } = keptQueue();
const bindings = { ...env, NOTIFY_QUEUE: queue };

beforeEach(async () => {
  sent.length = 0;
  await launch('push', true);
  await db.delete(notifications);
});

type Headers = Record<string, string>;
const see = (headers: Headers, json: object) => ask('/api/my/notifications/seen', { headers, json });

const openWith = async (ticket: string) =>
  (await callCounted(`/api/my/news/live?ticket=${ticket}`, { headers: { Upgrade: 'websocket' } })).answer;

async function connected(headers: Headers) {
  const asked = (await ask('/api/my/news/ticket', { headers, method: 'POST' })).body;
  const { ticket, unread } = asked as unknown as { ticket: string; unread: number };
  const socket = (await openWith(ticket)).webSocket!;
  const frames: unknown[] = [];
  let [wake, closed] = [() => {}, 0];
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)));
    wake();
  });
  socket.addEventListener('close', ({ code }) => {
    closed = code;
    wake();
  });
  socket.accept();
  const until = async (done: () => boolean) => {
    while (!done())
      await inTime(new Promise<void>((next) => (wake = next)), () => `Only ${frames.length} frames have come.`);
  };
  return {
    unread,
    socket,
    frames,
    heard: (count: number) => until(() => frames.length >= count),
    closed: async () => (await until(() => closed > 0), closed),
  };
}

test('if the socket of one page is closing, the news still reaches the person’s other pages', async () => {
  const { user, headers } = await signedInAs('user');
  const pages = [];
  for (let page = 0; page < 21; page += 1) pages.push(await connected(headers));
  await noticed(user.id);
  await pushNotices(bindings, new Date());
  await Promise.all(pages.slice(1).map((page) => page.heard(1)));
  expect(await pages[0]!.closed()).toBe(4409);
});

test('a person’s open pages learn at once how many notifications are unread', async () => {
  const [{ user, headers }, other] = [await signedInAs('user'), await signedInAs('user')];
  await noticed(user.id, { push_at: null });
  const [page, second, foreign] = [await connected(headers), await connected(headers), await connected(other.headers)];
  expect([page.unread, foreign.unread]).toEqual([1, 0]);
  await noticed(user.id);
  await pushNotices(bindings, new Date());
  await Promise.all([page.heard(1), second.heard(1)]);
  expect(page.frames).toEqual([{ type: 'news', unread: 2 }]);
  await see(headers, { all_until: new Date().toISOString() });
  await second.heard(2);
  expect(second.frames.at(-1)).toEqual({ type: 'news', unread: 0 });
  expect(foreign.frames).toEqual([]);
  for (const { socket } of [page, second, foreign]) socket.close();
});

test('only the buyer’s open pages hear that the door has scanned the ticket', async () => {
  const { event, owner, id, buyer, phone, given } = await withPasses();
  expect((await askForPasses(id, { ...buyer, device_key: phone.device_key })).is_pass_scanned).toBe(true);
  const [page, foreign] = [await connected(buyer.headers), await connected((await signedInAs('user')).headers)];
  const scan = aScan(placeOf(id), { way: 'qr', code: await phone.codeAt(given[0]!.signed) });
  await sendScans(event.slug, { ...owner, scans: [scan] });
  await page.heard(1);
  expect([page.frames, foreign.frames]).toEqual([[{ type: 'let_in' }], []]);
  for (const { socket } of [page, foreign]) socket.close();
});

test('the Worker calls a person’s Durable Object only if the person has an open page', async () => {
  const [{ user, headers }, away] = [await signedInAs('user'), await signedInAs('user')];
  const page = await connected(headers);
  const rooms: string[] = [];
  const getByName = (name: string) => (rooms.push(name), env.PEOPLE.getByName(name));
  const PEOPLE = { getByName } as unknown as Env['PEOPLE'];
  await noticed(user.id);
  await noticed(away.user.id);
  await pushNotices({ ...bindings, PEOPLE }, new Date());
  expect(rooms).toEqual([user.id]);
  await db.update(noticeSettings).set({ live_until: new Date(0) });
  await noticed(user.id);
  await pushNotices({ ...bindings, PEOPLE }, new Date());
  expect(rooms).toEqual([user.id]);
  page.socket.close();
});

test('a live connection needs a connection ticket that was signed within the last minute', async () => {
  const { user, headers } = await signedInAs('user');
  const ticketAt = (now: Date, pepper = env.AUTH_PEPPER) => newsTicket(pepper, { user_id: user.id, now });
  const fresh = await ticketAt(new Date());
  const refused = [
    await ticketAt(new Date(Date.now() - 61_000)),
    fresh.replace(user.id, 'somebody-else'),
    `9${fresh.slice(1)}`,
    'no-ticket',
    await ticketAt(new Date(), 'other'),
  ];
  for (const ticket of refused) expect((await openWith(ticket)).status).toBe(401);
  expect((await ask(`/api/my/news/live?ticket=${fresh}`)).status).toBe(426);
  const page = await connected(headers);
  page.socket.send('{"type":"news","unread":9}');
  expect(await page.closed()).toBe(1008);
});
