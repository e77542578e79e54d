import { listingRow, profileRow, resellerRow, ticketRequestRow, waitlistRow } from '../../../../drizzle/seed/rows.ts';
import * as tables from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';
import { eventWithTickets } from '../trade/event-with-tickets.ts';

export const LATER = new Date('2040-01-01T00:00:00Z');

/** Adds a row of this person to every table whose rows are deleted with the account, and to some other tables. */
export async function rowsOf({ id, email }: { id: string; email: string }) {
  const other = profileRow();
  const { event, listed } = await eventWithTickets([{ quantity: 2 }]);
  // This event has no face value. The cron job therefore keeps the person's request to add a face value.
  const { event: unpriced } = await eventWithTickets([], { ticket_price_cents: null });
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listed[0]!.id,
    buyer_id: id,
    seller_id: listed[0]!.seller_id,
  });
  const [listing, at] = [listingRow({ event_id: event.id, seller_id: id, quantity: 3 }), new Date()];
  const entry = waitlistRow({ event_id: event.id, email, email_key: email, note: 'a note of staff' });
  const message_id = crypto.randomUUID();
  const proof = { inbox_hash: `hash-${id}`, status: 'proven', proven_at: at, lapses_at: LATER } as const;
  await db.insert(tables.profiles).values(other);
  await db.insert(tables.schools).values({ id: `s-${id}`, name: `School ${id}`, city: 'Boston' });
  const school_id = `s-${id}`;
  const squad = { id: `squad-${id}`, places: 2, most_cents: 3000, pay_by: LATER, shown_start_at: LATER };
  await db.batch([
    db.insert(tables.ticketRequests).values({ ...request, status: 'accepted' }),
    db.insert(tables.listings).values(listing),
    db.insert(tables.waitlist).values(entry),
    db.insert(tables.resellerApplications).values(resellerRow({ email, email_key: email, note: 'a note of staff' })),
    db.insert(tables.savedEvents).values({ user_id: id, event_id: event.id }),
    db.insert(tables.squads).values({ ...squad, captain_id: id, event_id: event.id }),
    db.insert(tables.squadCards).values({ squad_id: squad.id, user_id: id, status: 'failed' }),
    db.insert(tables.keptCards).values({
      user_id: id,
      wanted_id: `wanted-${id}`,
      event_id: event.id,
      shown_start_at: LATER,
      shown_venue_id: event.venue_id,
      status: 'ended',
    }),
    db.insert(tables.goings).values({ user_id: id, event_id: event.id, intent: 'going', forget_at: LATER }),
    db.insert(tables.venueFollows).values({ user_id: id, venue_id: event.venue_id }),
    db.insert(tables.calendarLinks).values({ user_id: id, token_hash: `secret-${id}` }),
    db.insert(tables.reminderOptOuts).values({ user_id: id }),
    db
      .insert(tables.notifications)
      .values({ user_id: id, kind: 'account', title: 'News', body: 'Some.', path: '/account', cause: id }),
    db.insert(tables.noticeSettings).values({ user_id: id, quiet_from: 60, quiet_until: 120 }),
    db.insert(tables.noticeOptOuts).values({ user_id: id, kind: 'venues', channel: 'push' }),
    db.insert(tables.blocks).values({ blocker_id: id, blocked_id: other.id }),
    db.insert(tables.blocks).values({ blocker_id: other.id, blocked_id: id }),
    db.insert(tables.chatReports).values({
      event_id: event.id,
      message_id,
      seq: 1,
      author_id: other.id,
      body: 'Rude.',
      reporter_id: id,
      reason: 'harassment',
    }),
    db.insert(tables.vouches).values({ voucher_id: id, vouchee_id: other.id, way: 'link' }),
    db
      .insert(tables.vouches)
      .values({ voucher_id: other.id, vouchee_id: id, way: 'link', status: 'revoked', ended_at: at }),
    db.insert(tables.vouchLinks).values({ token_hash: `secret-link-${id}`, voucher_id: id, expires_at: LATER }),
    db.insert(tables.vouchFreezes).values({ user_id: id, cause: `secret-cause-${id}`, until: LATER }),
    db.insert(tables.visits).values({ user_id: id, event_id: event.id, seller_id: other.id, request_id: request.id }),
    db.insert(tables.schoolProofs).values({ user_id: id, school_id, ...proof }),
    db.insert(tables.schoolAsks).values({ user_id: id, name: 'Another school', domain: `school-${id}.test` }),
    db.insert(tables.sharedMarks).values({ user_id: id, kind: 'inbox', mark_hash: `secret-mark-${id}` }),
    db.insert(tables.sellerFacts).values({ user_id: id, received: 1, events: 1 }),
    db.insert(tables.faceValueAsks).values({ event_id: unpriced.id, seller_id: id }),
    db.insert(tables.eventOrganizers).values({ event_id: event.id, user_id: id, added_by: other.id }),
    db.insert(tables.doorStaff).values({ event_id: event.id, user_id: id, added_by: other.id }),
  ]);
  return { event, listing, other, request };
}
