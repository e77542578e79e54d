import { setSwitch } from '../launch.ts';
import { lookAt } from '../look-at.ts';
import { bearer, newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { type APIRequestContext, expect, test } from '../test.ts';
import { approve, eventInAnHour } from '../trade.ts';

const FEATURES = ['sell', 'my-tickets', 'payments', 'handover', 'push', 'squads'] as const;

const turn = async (api: APIRequestContext, is_on: boolean): Promise<Tokens> => {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of is_on ? FEATURES : FEATURES.toReversed()) await setSwitch(api, admin, { feature, is_on });
  return admin;
};

test.afterAll(({ request: api }) => turn(api, false));

test('if a captain calls off a squad, a friend who joined it reads that the squad has ended', async ({
  browser,
  request: api,
}) => {
  const admin = await turn(api, true);
  const seller = await newPerson(api, 'Ended seller');
  await approve(api, admin, seller);
  const event = await eventInAnHour(api, { admin, seller, title: 'Ended Night', tickets: 2 });
  const [captain, friend] = [await newPerson(api, 'Ended captain'), await newPerson(api, 'Ended friend')];
  const planned = await api.post('/api/my/squads', {
    headers: bearer(captain),
    data: { event_id: event.id, places: 2, most_total: 45 },
  });
  expect(planned.status()).toBe(201);
  const link = new URL(((await planned.json()) as { link: string }).link);
  const joined = await api.post('/api/my/squads/join', {
    headers: bearer(friend),
    data: { token: link.hash.slice(1) },
  });
  expect(joined.status()).toBe(200);

  const phone = { viewport: { width: 375, height: 812 } };
  const [first, second] = [await pageOf(browser, captain, phone), await pageOf(browser, friend, phone)];
  await second.goto(link.pathname + link.hash);
  await expect(second.getByRole('heading', { name: 'Your card is missing' })).toBeVisible();
  await first.goto(link.pathname + link.hash);
  await first.getByRole('button', { name: 'Call it off' }).click();
  await lookAt(first, 'squad-call-off');
  await first.getByRole('dialog').getByRole('button', { name: 'Call it off' }).click();
  await expect(first.getByRole('heading', { name: 'This squad has ended' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Try again' })).toBeVisible();
  await lookAt(first, 'squad-ended-captain');
  await expect(second.getByRole('heading', { name: 'This squad has ended' })).toBeVisible();
  await expect(second.getByText(/Nobody is charged/)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await lookAt(second, 'squad-ended-friend');
});
