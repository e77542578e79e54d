import { and, eq, gt, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { refusalEnd } from '../../../contract/trade/offers/offer-window.ts';
import { offerFirst } from '../offers/first-refusal.db.ts';
import { type ListedTickets, listTickets } from '../listings/list-tickets.db.ts';

/**
 * Creates a listing and offers its tickets first to the person whose search for tickets has the id `wanted_id`.
 * `refusal_until` is the end of that offer, or null without an offer. For errors see `listTickets`.
 */
export async function listForWanted(
  db: Db,
  { wanted_id, listed, fees, now }: { wanted_id: string; listed: ListedTickets; fees: Fees; now: Date },
) {
  const [event] = await db
    .select({ start_at: events.start_at, end_at: events.end_at })
    .from(events)
    .where(eq(events.id, listed.event_id));
  const until = event ? refusalEnd({ now, ...event }) : null;
  const also = (listing_id: string) => offerFirst(db, { listing_id, wanted_id, fees, until: until ?? now, now });
  const { listing, changed } = await listTickets(db, {
    listed: { ...listed, wanted_id },
    ...(until ? { also } : {}),
    now,
  });
  const [offer] = await db
    .select({ expires_at: waitlistOffers.expires_at })
    .from(waitlistOffers)
    .where(
      and(
        eq(waitlistOffers.listing_id, listing.id),
        eq(waitlistOffers.status, 'open'),
        gt(waitlistOffers.expires_at, now),
        sql`exists (select 1 from waitlist as w where w.id = ${waitlistOffers.entry_id}
          and w.wanted_id = ${wanted_id})`,
      ),
    );
  return { listing, changed, refusal_until: offer?.expires_at ?? null };
}
