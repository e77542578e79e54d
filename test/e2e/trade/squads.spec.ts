import { readFile, writeFile } from 'node:fs/promises';
import { codesIn } from '../../support/read/read-codes.ts';
import { localRows } from '../../support/local-rows.ts';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { setSwitch } from '../launch.ts';
import { lookAt } from '../look-at.ts';
import { newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { aPhone, keepPage, letIn, openDoor, passOf } from '../phones.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { approve, eventInAnHour } from '../trade.ts';

const FEATURES = ['sell', 'my-tickets', 'payments', 'handover', 'squads'] as const;
const HOUR_MS = 3_600_000;
const CARD_PAGE = new RegExp(`^${TESTED_SERVER.provider}/c/pay/`);

const turn = async (api: APIRequestContext, is_on: boolean): Promise<Tokens> => {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of is_on ? FEATURES : FEATURES.toReversed()) await setSwitch(api, admin, { feature, is_on });
  return admin;
};

test.afterAll(({ request: api }) => turn(api, false));

const check = (page: Page, name: string) => lookAt(page, `squad-${name}`);

const say = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();

async function authorize(page: Page): Promise<void> {
  await expect(page).toHaveURL(CARD_PAGE);
  await page.getByRole('button', { name: 'Pay $45.00' }).click();
  await expect(page).toHaveURL(/\/squad\/[0-9a-f-]{36}$/);
}

async function shareAsStory(page: Page, { title, slug }: { title: string; slug: string }): Promise<void> {
  await page.getByRole('button', { name: 'Story' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share as a story' });
  const picture = dialog.getByRole('img', { name: `Picture of ${title} with its date, its venue and a code` });
  await expect(picture).toHaveJSProperty('naturalHeight', 1920);
  await check(page, 'story');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Save the picture' }).click();
  const png = await readFile(await (await saving).path());
  if (process.env['SHOTS']) await writeFile('.artifacts/shots/story.png', png);
  const path = `/events/${slug}`;
  expect((await codesIn(png)).map((code) => new URL(code).pathname)).toEqual([path]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy the text' }).click();
  await expect(dialog.getByText('Text copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(new RegExp(`^3 of 4 in\\. ${title}, .*${path}$`));
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('four friends each pay for their own ticket, and each gets a pass for the door', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await turn(api, true);
  const seller = await newPerson(api, 'Squad seller');
  await approve(api, admin, seller);
  const event = await eventInAnHour(api, { admin, seller, title: 'Squad Night', tickets: 4 });
  const people: Tokens[] = [];
  for (const name of ['Squad captain', 'First friend', 'Second friend', 'Third friend'])
    people.push(await newPerson(api, name));
  const phones = await Promise.all(people.map((person) => aPhone(browser, person)));
  const [captain, first, second, third] = phones as [Page, Page, Page, Page];

  await captain.goto(`/events/${event.slug}`);
  await captain.getByRole('button', { name: 'Go together, each pays their own' }).click();
  const plan = captain.getByRole('dialog', { name: 'Go together' });
  await expect(plan.getByLabel('Places, yours included')).toHaveText('4');
  await expect(plan.getByLabel('The most each of you pays, with fees')).toHaveValue('45');
  await check(captain, 'plan');
  await plan.getByRole('button', { name: 'Get the link for your friends' }).click();
  await say(captain, 'Your card is missing');
  await expect(captain.getByRole('heading', { name: 'Your card is missing' })).toBeInViewport();
  const link = new URL(captain.url());
  await check(captain, 'captain-awaiting');
  await captain.getByRole('button', { name: 'Continue to the card page' }).click();
  await authorize(captain);
  await say(captain, 'You’re in');
  await expect(captain.getByRole('heading', { name: '1 of 4 in' })).toBeVisible();
  await check(captain, 'captain-in');
  await captain.goto(`/events/${event.slug}`);
  await expect(captain.getByRole('button', { name: 'Go together, each pays their own' })).toHaveCount(0);
  await check(captain, 'captain-event');
  await captain.getByRole('link', { name: 'Your squad: 1 of 4 in' }).click();
  await say(captain, 'You’re in');

  const visitor = await pageOf(browser, null);
  await visitor.goto(link.pathname + link.hash);
  await say(visitor, 'A friend plans a night with you');
  await check(visitor, 'visitor');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(/\/auth$/);
  await visitor.close();

  for (const friend of [first, second, third]) {
    await friend.goto(link.pathname + link.hash);
    await say(friend, 'Squad captain plans a night with you');
    if (friend === first) await check(friend, 'stranger');
    await friend.getByRole('button', { name: 'Join with your card: at most $45.00' }).click();
    await expect(friend).toHaveURL(CARD_PAGE);
    if (friend === second) {
      await friend.getByRole('button', { name: 'Card declined' }).click();
      await expect(friend.getByText('Your card was declined.')).toBeVisible();
    }
    if (friend !== third) {
      await authorize(friend);
      await say(friend, 'You’re in');
    }
  }
  await third.getByRole('button', { name: 'Go back' }).click();
  await say(third, 'Your card is missing');
  await expect(captain.getByRole('heading', { name: '3 of 4 in' })).toBeVisible();
  await expect(captain.getByRole('button', { name: 'Free the place of Third friend' })).toBeVisible();
  await check(captain, 'captain-one-missing');
  await shareAsStory(captain, event);
  await third.goto('/my-tickets');
  const mine = third.getByRole('region', { name: 'Your squads' });
  await expect(mine).toContainText(/3 of 4 in, until .*\d+:\d\d [AP]M/);
  await expect(third.getByText('You haven’t requested a ticket yet.')).toHaveCount(0);
  await check(third, 'mine');
  await mine.getByRole('link', { name: /^See the squad/ }).click();
  await third.getByRole('button', { name: 'Continue to the card page' }).click();
  await authorize(third);

  for (const phone of phones)
    await expect(phone.getByText(/Tickets for all 4 of you are held\. Yours is \$43\.70/)).toBeVisible();
  await check(captain, 'asking');
  expect(
    await localRows(
      'select count(*) as requests, sum(quantity) as tickets from ticket_requests where event_id = ?',
      event.id,
    ),
  ).toEqual([{ requests: 4, tickets: 4 }]);
  await third.goto('/my-tickets');
  await expect(
    third.getByText(/Your squad: everybody’s card is authorized\. \$43\.70 of yours is reserved/),
  ).toBeVisible();
  await check(third, 'mine-asking');

  const selling = await pageOf(browser, seller);
  await selling.goto('/my-tickets');
  const asked = selling.getByRole('listitem').filter({ hasText: event.title });
  await expect(asked.first()).toContainText('One answer counts for all friends of this squad.');
  await asked
    .first()
    .getByRole('button', { name: /^Accept/ })
    .click();
  const sure = selling.getByRole('dialog', { name: 'Accept this request?' });
  await expect(sure).toContainText('One answer counts for all friends of this squad.');
  await check(selling, 'seller');
  await sure.getByRole('button', { name: 'Accept' }).click();

  await say(captain, 'You’re all going');
  await check(captain, 'in');
  expect(
    await localRows(
      `select p.status, sum(p.tickets_cents + p.buyer_fee_cents) as cents, count(*) as cards from payments p
        join ticket_requests r on r.id = p.request_id where r.event_id = ? group by p.status`,
      event.id,
    ),
  ).toEqual([{ status: 'captured', cents: 4 * 4370, cards: 4 }]);

  for (const phone of phones) {
    if (phone === third) await phone.goto(link.pathname);
    await phone.getByRole('link', { name: 'Show your ticket' }).click();
    await expect(passOf(phone)).toBeVisible();
    await keepPage(phone, new URL(phone.url()).pathname);
    await phone.context().setOffline(true);
    await phone.reload();
    await expect(passOf(phone)).toBeVisible();
  }

  const door = await openDoor(browser, { staff: admin, slug: event.slug });
  await letIn(first, { door, asks: true, inside: '1 inside of 4' });
  await expect(door.getByText('First friend').first()).toBeVisible();
  await letIn(captain, { door, inside: '2 inside of 4' });

  await localRows(
    'update events set start_at = ?, end_at = ? where id = ?',
    Date.now() - 6 * HOUR_MS,
    Date.now() - 60_000,
    event.id,
  );
  for (const phone of [captain, first]) await phone.context().setOffline(false);
  await captain.goto(link.pathname);
  await say(captain, 'Got home?');
  await check(captain, 'home');
  await captain.getByRole('button', { name: 'Got home' }).click();
  await say(captain, 'You got home');
  await say(captain, '1 of 4 home');
  await expect(captain.getByRole('button', { name: 'Not home yet' })).toBeFocused();
  await check(captain, 'home-said');
  await first.goto('/my-tickets');
  const past = first.getByRole('region', { name: 'Your squads' });
  await expect(past).toContainText('Got home? 1 of 4 home');
  await check(first, 'mine-home');
  await past.getByRole('link', { name: /^See the squad/ }).click();
  await first.getByRole('button', { name: 'Got home' }).click();
  await say(first, '2 of 4 home');
  await first.getByRole('button', { name: 'Not home yet' }).click();
  await say(first, '1 of 4 home');
});
