import { and, eq, gt, or, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { isOverForBuyer } from '../../../../drizzle/tables/door/pass-void.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Actor, Db } from '../../../context.ts';
import { doorsTonight, isTonight } from '../../../http/shared/door/doors-tonight.ts';
import { requestsAs } from './my-tickets.db.ts';

/** The earliest event first. Leaves out requests that were replaced or refunded. */
export async function findMyTonight(db: Db, { actor, now }: { actor: Actor; now: Date }) {
  const { status, expires_at, answer } = ticketRequests;
  const isLive = or(
    eq(status, 'accepted'),
    and(eq(status, 'pending'), or(gt(expires_at, now), eq(answer, 'accepted'))),
  );
  const mayUse = and(isLive, isTonight(now), sql`not ${isOverForBuyer(now)}`, sql`${handovers.status} is not 'failed'`);
  const [rows, doors] = await db.batch([
    requestsAs(db, { role: 'buyer', user_id: actor.user_id, now, only: mayUse }),
    doorsTonight(db, { actor, now }),
  ]);
  return { requests: rows.toSorted((a, b) => a.event.start_at.getTime() - b.event.start_at.getTime()), doors };
}
