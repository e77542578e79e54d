import { env } from 'cloudflare:workers';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { vouchRow } from '../../../drizzle/seed/vouch-rows.ts';
import { profiles, vouches, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer, stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile, launchForTest } from '../../support/worker/launch.ts';
import { offeredTo, offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import { addListing, changeProfile } from '../../support/worker/trade/deals/rows.ts';

const HOUR = 3_600_000;

launchForFile('push');

/** 6 PM in New York, four days before a night at 10 PM. */
const EVENING = new Date('2030-01-08T18:00:00-05:00');
const later = { start_at: new Date('2030-01-12T22:00:00-05:00') };

async function withoutBadge(...people: readonly { user: { id: string } }[]): Promise<void> {
  const ids = people.map(({ user }) => user.id);
  await db.update(profiles).set({ is_student_verified: false }).where(inArray(profiles.id, ids));
}

test('students with a badge get offers first, then other people in the order in which they confirmed their places', async () => {
  const { event, seller } = await eventWithTickets([], later);
  const early = new Date(EVENING.getTime() - 3 * HOUR);
  const plain = await waiting(event.id, { created_at: early });
  const group = await waiting(event.id, { created_at: new Date(early.getTime() + 1), places: 3 });
  const second = await waiting(event.id, { created_at: new Date(early.getTime() + 2) });
  const proven = await waiting(event.id, { created_at: new Date(early.getTime() + 3) });
  const lapsedBadge = await waiting(event.id, { created_at: new Date(early.getTime() + 4) });
  await withoutBadge(plain, group, second);
  const ended = { badge_at: early, badge_until: early, is_student_verified: true };
  await changeProfile(lapsedBadge.user.id, ended);
  const own = waitlistRow({ event_id: event.id, applicant_id: seller.id, created_at: early });
  const accepted = waitlistRow({ event_id: event.id, status: 'accepted', created_at: early });
  await db.insert(waitlist).values([own, accepted]);
  const listing = await addListing({ event_id: event.id, seller_id: seller.id, quantity: 3 });
  await passOnOffers(env, EVENING);
  const people = [plain, group, second, proven, lapsedBadge, { entry: own }, { entry: accepted }];
  expect(await offeredTo(event.id, people)).toEqual(['open', null, 'open', 'open', null, null, null]);
  expect(await stockOf(listing)).toEqual({ quantity: 0, held: 3, status: 'reserved' });
  const [offer] = await offersOf(event.id);
  expect(offer!.expires_at).toEqual(new Date(EVENING.getTime() + 2 * HOUR));
});

test('if the seller puts mutuals first, a mutual gets an offer before a person who joined the waitlist earlier', async () => {
  await launchForTest('vouches');
  const { event } = await eventWithTickets([], later);
  const seller = await newBuyer({ is_student_verified: true, shows_mutuals: true });
  const [early, mutual, proven] = [await waiting(event.id), await waiting(event.id), await waiting(event.id)];
  await changeProfile(mutual.user.id, { shows_mutuals: true });
  await withoutBadge(early, mutual);
  await db.insert(vouches).values(vouchRow({ voucher_id: seller.id, vouchee_id: mutual.user.id }));
  const own = { event_id: event.id, seller_id: seller.id, quantity: 2 };
  await addListing({ ...own, ask_price_cents: 2400, mutuals_until: EVENING });
  await passOnOffers(env, EVENING);
  expect(await offeredTo(event.id, [early, mutual, proven])).toEqual([null, 'open', 'open']);
});
