import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listingRow } from '../../../drizzle/seed/rows.ts';
import { listings, venues } from '../../../drizzle/tables/all-tables.ts';
import { QUESTION_NAMES } from '../../../worker/contract/staff/payments-questions.ts';
import { hasReadLaw } from '../../../worker/http/shared/nights/read-law.ts';
import { anEvent, ask, logOf } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launch, switchesOn } from '../../support/worker/launch.ts';
import { open } from '../../support/worker/open-page.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';

const CONFIRMED = { word: 'payments', answered: [...QUESTION_NAMES] };
const LISTENING = { webhookUrl: `${env.SITE_URL}/api/payments/events` };

beforeEach(async () => {
  for (const feature of ['payments', 'handover'] as const) await launch(feature, false);
});

const cached = async (path: string) => (await open(path)).answer.headers.get('X-Cache');

async function desk() {
  const { headers } = await signedInAs('admin');
  const set = (feature: string, is_on: boolean, more: object = {}) =>
    ask(`/api/admin/launch/${feature}`, { headers, method: 'PUT', json: { is_on, was_on: !is_on, ...more } });
  return { set, read: (path: string) => ask(path, { headers }) };
}

test('the launch switch for hand-over can be on only while payments are on', async () => {
  const { set } = await desk();
  const early = await set('handover', true);
  const message = 'Hand-over works only while Payments is on. Turn on Payments first.';
  expect([early.status, early.body.error]).toMatchObject([409, { code: 'launch.needs', message }]);
  expect(await switchesOn()).toEqual([]);
  await launch('payments', true);
  expect((await set('handover', true)).status).toBe(200);
  expect(await switchesOn()).toEqual(['handover', 'payments']);
});

test('turning off payments also turns off hand-over, and squads, which need hand-over', async () => {
  const { set } = await desk();
  for (const feature of ['payments', 'handover', 'squads'] as const) await launch(feature, true);
  expect((await set('payments', false)).status).toBe(200);
  expect(await switchesOn()).toEqual([]);
  for (const feature of ['handover', 'squads'])
    expect((await logOf(feature)).at(-1)).toMatchObject({ action: 'launch.set', after: '{"is_on":false}' });
});

test('turning off a launch switch is refused if somebody else has changed it in the meantime', async () => {
  const { set } = await desk();
  await launch('handover', true);
  const stale = await set('payments', false);
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
  expect(await switchesOn()).toEqual(['handover']);
});

test('an admin who turns on payments must type the word payments and answer every question', async () => {
  fakeProvider(LISTENING);
  const { set, read } = await desk();
  const checks = (await read('/api/admin/launch/payments')).body['checks'] as { name: string; sentence: null }[];
  expect(checks.map(({ name, sentence }) => [name, sentence])).toEqual([
    ['Payment provider', null],
    ['Keys', null],
    ['Webhook', null],
    ['Automatic payouts', null],
    ['Law of the places', null],
  ]);
  const bare = await set('payments', true);
  expect([bare.status, Object.keys(bare.body.error.fields)]).toEqual([422, ['word', 'answered']]);
  const hasty = await set('payments', true, { ...CONFIRMED, answered: QUESTION_NAMES.slice(1) });
  expect([hasty.status, Object.keys(hasty.body.error.fields)]).toEqual([422, ['answered']]);
  expect(await switchesOn()).toEqual([]);
  expect((await set('payments', true, CONFIRMED)).status).toBe(200);
  expect(await switchesOn()).toEqual(['payments']);
  const entry = (await logOf('payments')).at(-1);
  expect(JSON.parse(entry!.after)).toMatchObject({ is_on: true, answered: QUESTION_NAMES });
});

test('turning on payments is refused with the names of the checks that fail', async () => {
  const fake = fakeProvider({ webhookUrl: 'https://elsewhere.test/api/payments/events' });
  fake.act.setPayouts('daily');
  const { set } = await desk();
  const refused = await set('payments', true, CONFIRMED);
  const message = 'Payments aren’t ready: Webhook, Automatic payouts. Fix them, then try again.';
  expect([refused.status, refused.body.error]).toMatchObject([409, { code: 'launch.not_ready', message }]);
  fake.faults.serverError = 1;
  expect((await set('payments', true, CONFIRMED)).body.error.message).toContain('Payment provider');
  expect(await switchesOn()).toEqual([]);
});

test('payments stay off while tickets are on sale in a state whose law nobody has read', async () => {
  fakeProvider(LISTENING);
  const { set, read } = await desk();
  const lawOf = async () => {
    const checks = (await read('/api/admin/launch/payments')).body['checks'] as { sentence: string | null }[];
    return checks.at(-1)!.sentence;
  };
  const event = await anEvent({ title: 'Far Night', start_at: new Date(Date.now() + 86_400_000) });
  await db.update(venues).set({ state: 'PA' }).where(eq(venues.id, event.venue_id));
  expect(await lawOf()).toBeNull();
  const seller = await signedInAs('user');
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.user.id }));
  expect(await lawOf()).toMatch(/^Tickets are on sale where we haven’t read the law: .+, PA\. /);
  expect((await set('payments', true, CONFIRMED)).body.error.message).toContain('Law of the places');
  expect(await switchesOn()).toEqual([]);
  await db.update(venues).set({ state: 'MA' }).where(eq(venues.id, event.venue_id));
  expect(await lawOf()).toBeNull();
});

test.each([
  ['Boston', 'MA', 1],
  ['Boston', null, 1],
  ['Brooklyn', ' ny', 1],
  ['Buffalo', 'NY', 1],
  ['New York', 'New York', 1],
  ['The Bronx', '', 1],
  ['Philadelphia', 'PA', 0],
  ['Boston', 'PA', 0],
  ['Hoboken', null, 0],
])('for the city %j and the state %j, hasReadLaw returns %j', async (city, state, expected) => {
  const { is_read } = await db.get<{ is_read: number }>(
    sql`select ${hasReadLaw({ city: sql`${city}`, state: sql`${state}` })} as is_read`,
  );
  expect(is_read).toBe(expected);
});

test('setting a launch switch purges the cached pages that change with it', async () => {
  fakeProvider(LISTENING);
  const { set } = await desk();
  const event = await anEvent({ title: 'Cached Night', start_at: new Date(Date.now() + 86_400_000) });
  const [venue] = await db.select().from(venues).where(eq(venues.id, event.venue_id));
  const changed = { venues: ['/venues', `/venues/${venue!.slug}`], payments: ['/terms', '/', `/events/${event.slug}`] };
  for (const [feature, paths] of Object.entries(changed)) {
    for (const path of paths) await open(path);
    for (const path of paths) expect([path, await cached(path)]).toEqual([path, 'HIT']);
    expect((await set(feature, true, CONFIRMED)).status).toBe(200);
    for (const path of paths) expect([path, await cached(path)]).toEqual([path, 'MISS']);
    expect((await set(feature, false)).status).toBe(200);
  }
});
