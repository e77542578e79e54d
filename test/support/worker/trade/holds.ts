import { and, asc, eq, isNull } from 'drizzle-orm';
import { payoutHolds } from '../../../../drizzle/tables/all-tables.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { db } from '../db.ts';

export const openHoldsOf = async (request_id: string): Promise<HoldReason[]> =>
  (
    await db
      .select({ reason: payoutHolds.reason })
      .from(payoutHolds)
      .where(and(eq(payoutHolds.request_id, request_id), isNull(payoutHolds.ended_at)))
      .orderBy(asc(payoutHolds.seq))
  ).map(({ reason }) => reason);
