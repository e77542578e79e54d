import { addPaidRequest } from '../../support/change-local-rows.ts';
import { localRows } from '../../support/local-rows.ts';
import { newPerson, tokensOf } from '../people.ts';
import { aPhone, countTaps, hold, passOf } from '../phones.ts';
import { expect, test } from '../test.ts';
import { anEvening, turnHandover } from './evening.ts';

test.afterAll(async ({ request: api }) => turnHandover(api, false));

test('from every page on which an organizer may start, the first scan takes at most two taps', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const organizer = await tokensOf(api, 'organizer@vouch.test', 'vouch-local-only');
  await turnHandover(api, true);
  const event = await anEvening(api, organizer);
  await localRows('update events set start_at = ? where id = ?', Date.now() - 60_000, event.id);
  const [buyer, seller] = [await newPerson(api, 'Tap buyer'), await newPerson(api, 'Tap seller')];
  const id = await addPaidRequest({
    event_id: event.id,
    buyer_id: buyer.user.id,
    seller_id: seller.user.id,
    quantity: 1,
  });
  const [phone, door] = [await aPhone(browser, buyer), await aPhone(browser, organizer)];
  await phone.goto(`/pass/${id}`);
  await expect(passOf(phone)).toBeVisible();
  const taps = await countTaps(door);
  const byMenu = async () => {
    await door.getByRole('button', { name: 'Menu' }).click();
    const menu = door.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: `Door: ${event.title}` }).click();
  };
  const byDesk = async () => {
    await door.getByRole('link', { name: `Open ${event.title}` }).click();
    await door.getByRole('link', { name: 'Open the door' }).click();
  };
  const answers = door.getByText(/^(Let in|Already in)$/).first();
  for (const [start, way] of [
    ['/', byMenu],
    [`/events/${event.slug}`, byMenu],
    ['/admin/events', byMenu],
    ['/admin/events', byDesk],
    [`/admin/events/${event.id}`, byMenu],
  ] as const) {
    await door.goto(start);
    await way();
    await expect(door).toHaveURL(`/door/${event.slug}`);
    await hold(phone, door);
    await expect(answers, `${start} leads to a scan`).toBeVisible();
    expect(await taps(), `taps from ${start}`).toBeLessThanOrEqual(2);
  }
});
