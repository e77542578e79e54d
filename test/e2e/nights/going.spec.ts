import { localRows, runLocally } from '../../support/local-rows.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, pageOf, tokensOf } from '../people.ts';
import { tooWide } from '../screen-checks.ts';
import { newEvent, violations } from '../trade.ts';
import { expect, test, visit } from '../visitor.ts';

const FEATURES = ['vouches', 'going'] as const;
const adminOf = (api: Parameters<typeof tokensOf>[0]) => tokensOf(api, 'admin@vouch.test', 'vouch-local-only');

test.afterAll(async ({ request: api }) => {
  const admin = await adminOf(api);
  for (const feature of FEATURES.toReversed()) await setSwitch(api, admin, { feature, is_on: false });
});

test('a student who taps “I’m going” and agrees to be shown sees which friends go', async ({
  browser,
  request: api,
  page: visitor,
}) => {
  const admin = await adminOf(api);
  for (const feature of FEATURES) await setSwitch(api, admin, { feature, is_on: true });
  const event = await newEvent(api, admin, `Going ${Date.now().toString(36)}`);
  const student = await newPerson(api, 'Sam Going');
  await localRows('update profiles set is_student_verified = 1 where id = ?', student.user.id);
  const writer = await newPerson(api, 'Aunt Room');
  await localRows('update profiles set shows_going = 1 where id = ?', writer.user.id);
  const now = Date.now();
  for (const [name, intent] of [
    ['Aunt Room', 'going'],
    ['Boss Cafe', 'going'],
    ['Cook Alto', 'with_somebody'],
  ] as const) {
    const id = name === 'Aunt Room' ? writer.user.id : crypto.randomUUID();
    const vouch = [crypto.randomUUID(), student.user.id, id];
    await runLocally([
      { sql: 'insert or ignore into auth_users (id, created_at, updated_at) values (?, ?, ?)', values: [id, now, now] },
      {
        sql: 'insert or ignore into profiles (id, display_name, shows_going, created_at) values (?, ?, 1, ?)',
        values: [id, name, now],
      },
      {
        sql: `insert into vouches (id, voucher_id, vouchee_id, way, created_at) values (?, ?, ?, 'link', ?)`,
        values: [...vouch, now],
      },
      {
        sql: 'insert into goings (user_id, event_id, intent, forget_at, created_at) values (?, ?, ?, ?, ?)',
        values: [id, event.id, intent, now + 86_400_000, now],
      },
    ]);
  }

  const said = await api.post(`/api/events/${event.slug}/messages`, {
    headers: bearer(writer),
    data: { body: 'See you there', client_id: crypto.randomUUID() },
  });
  expect(said.status()).toBe(201);

  await visit(visitor, `/events/${event.slug}`);
  await visitor.getByRole('button', { name: 'I’m going' }).click();
  await expect(visitor).toHaveURL(/\/auth$/);

  const page = await pageOf(browser, student, { viewport: { width: 375, height: 812 } });
  await page.goto(`/events/${event.slug}`);
  const [going, hint] = [page.getByRole('button', { name: 'I’m going' }), page.getByText(/^Show friends where you go/)];
  await expect(hint).toBeVisible();
  const topOf = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())!.y;
  const height = async () => (await topOf('Listings')) - (await topOf('Face value'));
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('See you there')).toBeVisible();
  const mark = log.getByText('Going', { exact: true });
  await expect(mark).toHaveCount(0);
  const before = await height();
  await going.click();
  const dialog = page.getByRole('dialog', { name: 'Your friends can see this' });
  expect([await violations(page), await tooWide(page)]).toEqual([[], []]);
  await dialog.getByRole('button', { name: 'Show me' }).click();
  await expect(page.getByText('Aunt and Boss are going. Cook would go with somebody.')).toBeVisible();
  await expect(going).toHaveAttribute('aria-pressed', 'true');
  expect(await height()).toBe(before);
  await expect(mark).toBeVisible();
  if (process.env['SHOTS']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator('#chat').screenshot({ path: `.artifacts/shots/going-chat-${colorScheme}.png` });
    }
  }
  expect([await violations(page), await tooWide(page)]).toEqual([[], []]);
  await going.click();
  await expect(going).toHaveAttribute('aria-pressed', 'false');

  await page.goto('/account');
  await page.getByRole('switch', { name: 'Show friends where I’m going' }).click();
  await page.goto(`/events/${event.slug}`);
  await expect(hint).toBeVisible();
  await expect(log.getByText('See you there')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await page.close();
});
