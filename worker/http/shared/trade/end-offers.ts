import { and, eq, type SQL, sql } from 'drizzle-orm';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';

/** Run this before listings go off sale: a fully held listing cannot go off sale. Triggers return the tickets. */
export const endOffers = (db: Db, { of }: { of: SQL }) =>
  db
    .update(waitlistOffers)
    .set({ status: 'ended', ended_at: sql`cast(unixepoch('subsec') * 1000 as integer)` })
    .where(and(of, eq(waitlistOffers.status, 'open')));
