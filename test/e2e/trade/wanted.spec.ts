import { readFile } from 'node:fs/promises';
import { codesIn } from '../../support/read/read-codes.ts';
import { setSwitch } from '../launch.ts';
import { lookAt } from '../look-at.ts';
import { bearer, newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { approve } from '../trade.ts';

const FEATURES = ['sell', 'my-tickets', 'payments', 'handover', 'push', 'squads'] as const;
const PHONE = { viewport: { width: 375, height: 812 } };

const turn = async (api: APIRequestContext, is_on: boolean): Promise<Tokens> => {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of is_on ? FEATURES : FEATURES.toReversed()) await setSwitch(api, admin, { feature, is_on });
  return admin;
};

test.afterAll(({ request: api }) => turn(api, false));

async function eventToWaitFor(api: APIRequestContext, { admin, person }: { admin: Tokens; person: Tokens }) {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const title = `Wanted Night ${Date.now().toString(36)}`;
  const start_at = new Date(Date.now() + 7_200_000).toISOString();
  const data = { title, venue_id: venues[0]!.id, start_at, ticket_price: 40 };
  const made = await api.post('/api/admin/events', { headers: bearer(admin), data });
  expect(made.status()).toBe(201);
  const event = { title, ...((await made.json()) as { id: string; slug: string }) };
  const form = { name: 'A student', phone: '617 555 0100', instagram: 'student', school: 'BU' };
  const joined = await api.post('/api/waitlist', {
    headers: bearer(person),
    data: { event_id: event.id, email: person.user.email, places: 1, ...form },
  });
  expect(joined.status()).toBe(201);
  return event;
}

async function shareLink(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Share your link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share as a story' });
  await expect(dialog.getByRole('img')).toHaveJSProperty('naturalHeight', 1920);
  await lookAt(page, 'wanted-story');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Save the picture' }).click();
  const codes = await codesIn(await readFile(await (await saving).path()));
  expect(codes.map((code) => new URL(code).pathname)).toEqual([path]);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('tickets that are listed through a student’s own link are offered to that student first', async ({
  browser,
  request: api,
}) => {
  const admin = await turn(api, true);
  const [person, seller] = [await newPerson(api, 'Wanting student'), await newPerson(api, 'Wanted seller')];
  await approve(api, admin, seller);
  const event = await eventToWaitFor(api, { admin, person });

  const owner = await pageOf(browser, person, PHONE);
  await owner.goto(`/events/${event.slug}`);
  await owner.getByRole('button', { name: 'Ask people for tickets' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Tell people what you’re looking for' });
  await dialog.getByLabel('Tickets').selectOption('2');
  await dialog.getByLabel('The most you pay for each, with fees').fill('45');
  await lookAt(owner, 'wanted-dialog');
  await dialog.getByRole('button', { name: 'Get the link' }).click();
  await expect(owner.getByText(/^You’re looking for 2 tickets, up to \$45\.00 each with fees/)).toBeVisible();
  await owner.getByRole('link', { name: 'Share the link' }).click();
  await expect(owner.getByRole('heading', { name: 'You’re looking for tickets' })).toBeVisible();
  await lookAt(owner, 'wanted-own');
  const path = new URL(owner.url()).pathname;
  await shareLink(owner, path);

  const html = await (await api.get(path)).text();
  expect(html).toContain(`<meta property="og:title" content="Looking for 2 · up to $45 each: ${event.title} · Vouch">`);
  expect(html).not.toContain('Wanting');

  const visitor = await pageOf(browser, null, PHONE);
  await visitor.goto(path);
  await expect(visitor.getByRole('heading', { name: 'Wanting is looking for tickets' })).toBeVisible();
  await lookAt(visitor, 'wanted-visitor');

  const sells = await pageOf(browser, seller, PHONE);
  await sells.goto(path);
  await sells.getByRole('button', { name: 'Sell them your tickets' }).click();
  await expect(sells.getByRole('heading', { name: 'List tickets for Wanting' })).toBeVisible();
  await sells.getByLabel('Transfer them where you bought them').check();
  await expect(sells.getByLabel('Quantity')).toHaveValue('2');
  await sells.getByLabel(/^Price/).fill('45');
  await expect(
    sells.getByText('Wanting pays up to $45.00 for each ticket, and yours cost $49.10 with fees.'),
  ).toBeVisible();
  await lookAt(sells, 'wanted-sell');
  await sells.getByLabel(/^Price/).fill('40');
  await sells.getByRole('button', { name: 'List tickets' }).click();
  await expect(sells.getByText(/^Held for the student until /)).toBeVisible();

  const other = await newPerson(api, 'Other student');
  const asked = await api.post('/api/ticket-requests', {
    headers: { ...bearer(other), 'Idempotency-Key': crypto.randomUUID() },
    data: { event_id: event.id, quantity: 1 },
  });
  expect(asked.status()).toBe(409);
  await owner.goto(`/events/${event.slug}`);
  await owner.getByRole('link', { name: 'See the offer' }).click();
  await expect(owner.getByText('$87.40').first()).toBeVisible();
  await lookAt(owner, 'wanted-offer');
});

/** Begins a search for two tickets and returns the id of the search's link. */
async function lookFor(api: APIRequestContext, person: Tokens, event: { id: string }): Promise<string> {
  const shown = await api.put(`/api/my/events/${event.id}/wanted`, {
    headers: bearer(person),
    data: { places: 2, most_each: 45, until: new Date(Date.now() + 3_600_000).toISOString() },
  });
  expect(shown.status()).toBe(200);
  return ((await shown.json()) as { id: string }).id;
}

async function giveCard(page: Page, button: string): Promise<void> {
  await page.getByRole('switch', { name: 'Take tickets at once' }).click();
  await expect(page.getByRole('heading', { name: 'Keep a card' })).toBeVisible();
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You’re looking for tickets' })).toBeVisible();
}

test('a student’s stored card pays for tickets as soon as a seller lists them, unless the bank refuses the card', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await turn(api, true);
  const seller = await newPerson(api, 'At once seller');
  await approve(api, admin, seller);
  const list = async (event: { id: string }, wanted: string) => {
    const listed = await api.post(`/api/wanted/${wanted}/listings`, {
      headers: { ...bearer(seller), 'Idempotency-Key': crypto.randomUUID() },
      data: { event_id: event.id, quantity: 2, ask_price: 40, kind: 'transfer' },
    });
    expect(listed.status()).toBe(201);
  };

  const person = await newPerson(api, 'At once student');
  const event = await eventToWaitFor(api, { admin, person });
  const wanted = await lookFor(api, person, event);
  const page = await pageOf(browser, person, PHONE);
  await page.goto(`/wanted/${wanted}`);
  await expect(page.getByRole('switch', { name: 'Take tickets at once', checked: false })).toBeVisible();
  await lookAt(page, 'kept-card-off');
  await page.getByRole('switch', { name: 'Take tickets at once' }).click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByText(/^We’re waiting for your card/)).toBeVisible();
  await lookAt(page, 'kept-card-asked');
  await page.getByRole('button', { name: 'Continue to the card page' }).click();
  await page.getByRole('button', { name: 'Keep the card', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Take tickets at once', checked: true })).toBeVisible();
  await lookAt(page, 'kept-card-on');
  await list(event, wanted);
  await expect(async () => {
    await page.goto('/my-tickets');
    await expect(page.getByRole('listitem').filter({ hasText: event.title })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await lookAt(page, 'kept-card-taken');

  const refused = await newPerson(api, 'Refused student');
  const other = await eventToWaitFor(api, { admin, person: refused });
  const search = await lookFor(api, refused, other);
  const phone = await pageOf(browser, refused, PHONE);
  await phone.goto(`/wanted/${search}`);
  await giveCard(phone, 'Keep a card that the bank refuses later');
  await expect(phone.getByRole('switch', { name: 'Take tickets at once', checked: true })).toBeVisible();
  await list(other, search);
  await expect(async () => {
    await phone.goto('/my-tickets');
    await expect(phone.getByRole('button', { name: /^Pay now/ }).first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await lookAt(phone, 'kept-card-refused');
});
