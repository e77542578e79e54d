import { expect, test } from 'vitest';
import { countDays } from '../../../../worker/features/nights/numbers/numbers.db.ts';
import { countDesk } from '../../../../worker/features/nights/desk/desk.db.ts';
import { findGuests } from '../../../../worker/features/nights/desk/guests.db.ts';
import { findPlans } from '../../../../worker/features/nights/plans/plans.db.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForFile } from '../../../support/worker/launch.ts';
import { listOther, replacementOf } from '../../../support/worker/trade/kept-tickets.ts';
import { type Deal, HOUR_MS, later } from '../../../support/worker/trade/paid-deal.ts';
import { sentElsewhere } from '../../../support/worker/trade/problem-calls.ts';

launchForFile('handover');

async function countedFor({ event, buyer }: Deal) {
  const now = new Date();
  const desk = await countDesk(db, { event_id: event.id, now });
  const guests = await findGuests(db, { event_id: event.id, now });
  const ever = { day: 'ever', from: 0, until: Date.UTC(2100, 0, 1) };
  const [numbers] = await countDays(db, { event_id: event.id, days: [ever] });
  const { plans } = await findPlans(db, { user_id: buyer.user.id, email: null, now });
  return {
    desk: desk.requests.accepted,
    guests: guests.map(({ places }) => places),
    sold: numbers!.sold,
    mine: plans.flatMap(({ requests }) => requests.map(({ quantity }) => quantity)),
  };
}

test('replaced tickets count once at the desk, on the guest list, in the numbers and in My nights', async () => {
  const deal = await sentElsewhere('captured');
  await listOther(deal);
  expect(await countedFor(deal)).toEqual({ desk: 1, guests: [1], sold: 1, mine: [1] });
  await later(deal, 25 * HOUR_MS);
  expect(await replacementOf(deal)).not.toBeNull();
  expect(await countedFor(deal)).toEqual({ desk: 1, guests: [1], sold: 1, mine: [1] });
});

test('refunded tickets do not count at the desk, on the guest list, in the numbers or in My nights', async () => {
  const deal = await sentElsewhere('captured');
  await later(deal, 25 * HOUR_MS);
  expect(await countedFor(deal)).toEqual({ desk: 0, guests: [], sold: 0, mine: [] });
});
