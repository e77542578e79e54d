import { and, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { isOverForBuyer } from '../../../../drizzle/tables/door/pass-void.ts';
import type { Actor, Db } from '../../../context.ts';
import { doorsTonight, isTonight } from '../../../http/shared/door/doors-tonight.ts';
import { isLive, requestsAs } from './my-tickets.db.ts';

export async function findMyTonight(db: Db, { actor, now }: { actor: Actor; now: Date }) {
  const isUsable = sql`not ${isOverForBuyer(now)} and ${handovers.status} is not 'failed'`;
  const mayUse = and(isLive(now), isTonight(now), isUsable);
  const [rows, doors] = await db.batch([
    requestsAs(db, { role: 'buyer', user_id: actor.user_id, now, only: mayUse }),
    doorsTonight(db, { actor, now }),
  ]);
  return { requests: rows.toSorted((a, b) => a.event.start_at.getTime() - b.event.start_at.getTime()), doors };
}
