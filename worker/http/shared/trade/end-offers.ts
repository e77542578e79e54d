import { and, eq, type SQL, sql } from 'drizzle-orm';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';

/**
 * Ends the open offers that `of` selects. A trigger returns their tickets to the listings. Run this before listings go
 * off sale, because a listing cannot go off sale while all its tickets are held.
 */
export const endOffers = (db: Db, { of }: { of: SQL }) =>
  db
    .update(waitlistOffers)
    .set({ status: 'ended', ended_at: sql`cast(unixepoch('subsec') * 1000 as integer)` })
    .where(and(of, eq(waitlistOffers.status, 'open')));
