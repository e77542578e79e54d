import { datesOf } from '../../../worker/contract/nights/events/event-dates.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, type Tokens, tokensOf } from '../people.ts';
import { axeFindings } from '../screen-checks.ts';
import { approve } from '../trade.ts';
import type { APIRequestContext } from '../test.ts';
import { expect, test, visit } from '../visitor.ts';

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 375, height: 812 } });

const SWITCHES = ['tickets', 'live', 'sell'] as const;
let admin: Tokens;

test.beforeAll(async ({ request }) => {
  admin = await tokensOf(request, 'admin@vouch.test', 'vouch-local-only');
  await move(request, true);
});
test.afterAll(({ request }) => move(request, false));

async function move(api: APIRequestContext, is_on: boolean): Promise<void> {
  for (const feature of SWITCHES) {
    const moved = await setSwitch(api, admin, { feature, is_on });
    expect([feature, moved.status()]).toEqual([feature, 200]);
  }
}

/** Creates an event that began half an hour ago, or at 6 AM if that is later. Returns its id. */
async function startedTonight(api: APIRequestContext, title: string): Promise<string> {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const start_at = new Date(Math.max(Date.now() - 30 * 60_000, datesOf('tonight', new Date()).from)).toISOString();
  const data = { title, venue_id: venues[0]!.id, start_at, ticket_price: 40 };
  const made = await api.post('/api/admin/events', { headers: bearer(admin), data });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

test('on a phone, tickets for tonight appear without a reload and can be filtered for two together', async ({
  page,
  request: api,
}) => {
  const seller = await newPerson(api, 'Tonight seller');
  await approve(api, admin, seller);
  const event_id = await startedTonight(api, 'Lamp Oil');

  await visit(page, '/live');
  const row = page.getByRole('listitem').filter({ hasText: 'Lamp Oil' });
  await expect(row).toContainText('On now');
  await expect(row).toContainText('No tickets right now');
  await expect(row.getByRole('link', { name: 'Open the chat of Lamp Oil' })).toBeVisible();
  const headers = { ...bearer(seller), 'Idempotency-Key': crypto.randomUUID() };
  const listed = await api.post('/api/listings', { headers, data: { event_id, quantity: 2, ask_price: 42 } });
  expect(listed.status()).toBe(201);
  await expect(row).toContainText('$42');
  await expect(row.getByRole('link', { name: 'See 2 tickets for Lamp Oil' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets' }).click();
  const chips = page.getByRole('group', { name: 'Filters' });
  await chips.getByRole('link', { name: /^2 together/ }).click();
  await expect(page).toHaveURL('/tickets?pair=1');
  const count = async () => Number.parseInt(await page.getByRole('status').innerText(), 10);
  await expect.poll(count).toBeGreaterThan(1);
  const all = await count();
  await chips.getByRole('link', { name: /^Tonight/ }).click();
  // Tests before this one can leave other tickets on sale tonight.
  await expect.poll(count).toBeLessThan(all);
  await expect(page.getByRole('listitem').filter({ hasText: 'Lamp Oil' })).toContainText('2 tickets together');
  expect(await axeFindings(page)).toEqual([]);
  await chips.getByRole('link', { name: /^Up to \$20/ }).click();
  await expect(page.getByText('No tickets match these filters right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page).toHaveURL('/tickets');
});
