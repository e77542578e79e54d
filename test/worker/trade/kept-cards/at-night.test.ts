import { expect, test } from 'vitest';
import { waitlistOffers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/db.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { boughtBy, giveCard, look, runCron, search } from '../../../support/worker/trade/kept-card.ts';
import { addListing } from '../../../support/worker/trade/deals/rows.ts';
import { launchKeptCards } from '../../../support/worker/trade/deals/deals.ts';

launchKeptCards();

const START = '2030-01-10T22:00:00-05:00';
const AT_THREE = new Date('2030-01-09T03:00:00-05:00');

test('if the bank refuses a kept card at 3 AM, its owner can pay on the card page until 9:30 AM', async () => {
  let now = new Date();
  const fake = fakeProvider({ now: () => now.getTime() });
  const deal = await search({ fake, event: { start_at: new Date(START) } });
  await look(deal.person, deal.event.id, { until: new Date(START).toISOString() });
  await giveCard(deal, 'refused_later');
  const listing = await addListing({ event_id: deal.event.id, seller_id: deal.seller.user.id, quantity: 2 });
  await db.insert(waitlistOffers).values({
    entry_id: deal.person.entry.id,
    listing_id: listing.id,
    event_id: deal.event.id,
    quantity: 2,
    expires_at: new Date('2030-01-09T09:30:00-05:00'),
    created_at: AT_THREE,
  });
  now = AT_THREE;
  await runCron(now);
  const { request, payment } = (await boughtBy(deal))[0]!;
  expect(request.expires_at).toEqual(new Date('2030-01-09T09:30:00-05:00'));
  const page = fake.state().sessions.get(payment.session_id!)!.view;
  expect(new Date(page.expires_at * 1000)).toEqual(new Date('2030-01-09T10:00:00-05:00'));
});
