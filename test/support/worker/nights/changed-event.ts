import { eq } from 'drizzle-orm';
import { listingRow, ticketRequestRow, waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { events, listings, ticketRequests, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../admin.ts';
import { signedInAs } from '../people/auth.ts';
import { db } from '../db.ts';
import { mailsTo } from '../talk/mailbox.ts';

export const DAY_MS = 86_400_000;
export const START = new Date(Math.ceil(Date.now() / DAY_MS + 7) * DAY_MS + 3_600_000);

/** Makes an event with six people who take part in different ways. `both` is on the waitlist and has a request. */
export async function scene(over: Parameters<typeof anEvent>[0] = {}) {
  const event = await anEvent({ title: 'Disco Deficit', start_at: START, ...over });
  const people = await Promise.all(['seller', 'asker', 'holder', 'both'].map(() => signedInAs('user')));
  const [seller, asker, holder, both] = people.map(({ user }) => user);
  const asks = people[1]!;
  const on = { event_id: event.id, seller_id: seller!.id };
  const listing = listingRow({ ...on, quantity: 9 });
  await db.insert(listings).values(listing);
  const request = (buyer_id: string, status: 'pending' | 'accepted' | 'declined') =>
    ticketRequestRow({ ...on, listing_id: listing.id, buyer_id, status, expires_at: START, created_at: new Date(0) });
  await db
    .insert(ticketRequests)
    .values([request(asker!.id, 'pending'), request(holder!.id, 'accepted'), request(both!.id, 'pending')]);
  const waiting = waitlistRow({ event_id: event.id });
  const away = waitlistRow({ event_id: event.id, status: 'declined' });
  const twice = waitlistRow({ event_id: event.id, applicant_id: both!.id });
  await db.insert(waitlist).values([waiting, away, twice]);
  const admin = await signedInAs('admin');
  const told = async () => {
    const addresses = [seller, asker, holder, both]
      .map((user) => user!.email!)
      .concat(waiting.email, away.email, twice.email);
    return Promise.all(addresses.map(async (address) => (await mailsTo(address)).map(({ subject }) => subject)));
  };
  const edit = async (fields: object) => {
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    const json = { ...fields, updated_at: row!.updated_at };
    return ask(`/api/admin/events/${event.id}`, { headers: admin.headers, method: 'PATCH', json });
  };
  const listed = async () => {
    const { text } = await ask('/api/my/ticket-requests', asks);
    return (JSON.parse(text) as { ticket_requests: { event: object }[] }).ticket_requests[0]!.event;
  };
  return { event, admin, told, edit, listed, asker: asker!, seller: seller!, waiting, request: listing };
}
