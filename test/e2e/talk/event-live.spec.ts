import { pageOf, type Tokens, tokensOf } from '../people.ts';
import { type APIRequestContext, type Browser, expect, type Page, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';

const tokens = (request: APIRequestContext, name: 'student' | 'seller' | 'admin') =>
  tokensOf(request, `${name}@vouch.test`, 'vouch-local-only');

async function open(browser: Browser, { slug, session }: { slug: string; session?: Tokens }): Promise<Page> {
  const page = await pageOf(browser, session ?? null);
  await page.goto(`/events/${slug}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

test('a person who was offline gets each of the ten missed messages once and in order', async ({
  browser,
  request,
}) => {
  const slug = 'weekend-sessions';
  const [student, seller] = [await tokens(request, 'student'), await tokens(request, 'seller')];
  const one = await open(browser, { slug, session: student });
  const two = await open(browser, { slug, session: seller });

  await say(one, 'Anyone going? <b>really</b>');
  await expect(log(two).getByText('Anyone going? <b>really</b>')).toBeVisible();
  await expect(log(two).getByText('A student')).toBeVisible();
  await expect(log(two).getByText('Verified')).toBeVisible();
  await say(two, 'I am');
  await expect(log(one).getByText('I am')).toBeVisible();

  await one.context().setOffline(true);
  await expect(one.getByText('Reconnecting')).toBeVisible();
  await say(one, 'Said to nobody');
  await expect(toast(one, 'Error sending message')).toBeVisible();
  await expect(one.getByRole('textbox', { name: 'Message' })).toHaveValue('Said to nobody');
  const missed = Array.from({ length: 10 }, (_, at) => `missed ${at + 1}`);
  for (const [at, body] of missed.entries()) {
    const headers = { Authorization: `Bearer ${(at % 2 ? seller : student).access_token}` };
    const data = { body, client_id: crypto.randomUUID() };
    expect((await request.post(`/api/events/${slug}/messages`, { headers, data })).status()).toBe(201);
  }
  await expect(log(two).getByText('missed 10')).toBeVisible();
  await expect(log(one).getByText('missed 1')).toHaveCount(0);

  await one.context().setOffline(false);
  await expect(one.getByText('Live', { exact: true })).toBeVisible();
  await expect(log(one).getByText('missed 10')).toBeVisible();
  const shown = await log(one)
    .getByText(/^missed \d+$/)
    .allInnerTexts();
  expect(shown).toEqual(missed);
});

test('when somebody requests the last ticket, a visitor’s open page soon shows that all tickets are held', async ({
  browser,
  request,
}, info) => {
  const slug = 'halloween-warehouse';
  const student = await tokens(request, 'student');
  const buyer = await open(browser, { slug, session: student });
  const visitor = await open(browser, { slug });
  await expect(visitor.getByText('A seller at NYU', { exact: true }).first()).toBeVisible();
  const panel = buyer.getByRole('region', { name: 'Buy Tickets' });
  await expect(panel.getByText('Best Price', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'One more' })).toBeDisabled();

  const answered = buyer.waitForResponse((answer) => answer.url().endsWith('/api/ticket-requests'));
  await panel.getByRole('button', { name: 'Request to Buy' }).click();
  await answered;
  const from = performance.now();
  await expect(visitor.getByText(/^All held until .*\d:\d\d [AP]M$/)).toBeVisible();
  // This takes about a second on an idle machine. The report contains the time.
  info.annotations.push({ type: 'seen after, in ms', description: (performance.now() - from).toFixed(0) });
  await expect(visitor.getByText('A seller at NYU')).toHaveCount(0);
  await expect(toast(buyer, 'Request sent!')).toBeVisible();
  await expect(toast(buyer, '1 ticket at $70.00')).toBeVisible();
  await expect(buyer.getByText(/^All held until/)).toBeVisible();
  await expect(buyer.getByText(/Request sent\. The seller has until .*\d:\d\d [AP]M\./)).toBeVisible();
  expect(
    await localRows(
      "select buyer_id, quantity, offered_price_cents, status from ticket_requests where event_id = 'sample-halloween-warehouse'",
    ),
  ).toEqual([{ buyer_id: student.user.id, quantity: 1, offered_price_cents: 7000, status: 'pending' }]);
});

test('a visitor can read the chat, but is asked to sign in to write or buy', async ({ browser }) => {
  const page = await open(browser, { slug: 'headline-halloween' });
  await expect(page.getByPlaceholder('Sign in to send messages')).toBeDisabled();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(toast(page, 'Please sign in to send messages.')).toBeVisible();
  await page.getByRole('listitem').getByRole('button', { name: 'Request to Buy' }).first().click();
  await page.getByRole('dialog', { name: 'Request to Buy' }).getByRole('button', { name: 'Request to Buy' }).click();
  await expect(toast(page, 'Please sign in to buy tickets.')).toBeVisible();
  await expect(toast(page, 'Authentication required')).toBeVisible();
});

test('an admin removes a message for everyone and mutes its author, whose next message is refused', async ({
  browser,
  request,
}) => {
  const slug = 'disco-deficit';
  const author = await open(browser, { slug, session: await tokens(request, 'seller') });
  const admin = await open(browser, { slug, session: await tokens(request, 'admin') });
  await say(author, 'Buy my shoes');
  const bad = log(admin).getByRole('listitem').filter({ hasText: 'Buy my shoes' });
  await bad.getByRole('button', { name: 'Mute A seller', exact: true }).click();
  await expect(toast(admin, 'A seller can no longer write in this chat.')).toBeVisible();
  await bad.getByRole('button', { name: 'Remove' }).click();
  await bad.getByRole('button', { name: 'Remove for everyone' }).click();
  for (const page of [author, admin]) {
    await expect(log(page).getByText(/Message removed by An admin, \d{1,2}:\d\d [AP]M/)).toBeVisible();
    await expect(log(page).getByText('Buy my shoes')).toHaveCount(0);
  }
  await say(author, 'Shoes again');
  await expect(toast(author, 'Error sending message')).toBeVisible();
  await expect(log(author).getByText('Shoes again')).toHaveCount(0);
  await expect(author.getByRole('textbox', { name: 'Message' })).toHaveValue('Shoes again');
});

test('a seller reports a message that mentions them, an admin removes it, and the seller blocks its author', async ({
  browser,
  request,
}) => {
  const slug = 'weekend-sessions';
  const [student, seller, admin] = [
    await tokens(request, 'student'),
    await tokens(request, 'seller'),
    await tokens(request, 'admin'),
  ];
  const reader = await open(browser, { slug, session: seller });
  const author = await open(browser, { slug, session: student });
  await say(reader, 'Two tickets left');
  await expect(log(author).getByText('Two tickets left')).toBeVisible();
  await author.getByRole('textbox', { name: 'Message' }).pressSequentially('Pay me first, @sell');
  await author.keyboard.press('Enter');
  await expect(author.getByRole('textbox', { name: 'Message' })).toHaveValue('Pay me first, @A seller ');
  await author.keyboard.press('Enter');
  await expect(log(reader).locator('mark', { hasText: '@A seller' })).toBeVisible();

  const bad = log(reader).getByRole('listitem').filter({ hasText: 'Pay me first' });
  await bad.getByRole('button', { name: 'Report or block: message from A student' }).click();
  const dialog = reader.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Report this message' }).click();
  await dialog.getByLabel(/Anything else/).fill('Asks for money');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toast(reader, 'Report sent')).toBeVisible();

  const staff = await pageOf(browser, admin);
  await staff.goto('/admin/reports');
  const waiting = staff.getByRole('listitem').filter({ hasText: 'Asks for money' });
  await waiting.getByRole('button', { name: 'Show the messages around it' }).click();
  await expect(waiting.getByText('Two tickets left')).toBeVisible();
  await waiting.getByRole('button', { name: 'Remove the message from A student' }).click();
  await expect(toast(staff, 'Message removed')).toBeVisible();
  await expect(staff.getByText('No reported messages to review.')).toBeVisible();
  for (const page of [author, reader]) await expect(log(page).getByText(/Message removed by An admin/)).toBeVisible();

  await say(author, 'Another message');
  await log(reader)
    .getByRole('listitem')
    .filter({ hasText: 'Another message' })
    .getByRole('button', { name: 'Report or block: message from A student' })
    .click();
  await dialog.getByRole('button', { name: 'Block A student' }).click();
  // The student may have written here in other tests too.
  await expect(log(reader).getByText('Message hidden').last()).toBeVisible();
  await expect(log(reader).getByText('Another message')).toHaveCount(0);
  await reader.goto('/account#blocked');
  await reader.getByRole('button', { name: 'Unblock A student' }).click();
  await expect(reader.getByText('You haven’t blocked anyone.')).toBeVisible();
});
