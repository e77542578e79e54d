import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { squadCards, squads } from '../../../../drizzle/tables/all-tables.ts';
import { forgetSquads } from '../../../../worker/features/trade/squads/forget-squads.cron.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { fromNow } from '../../../support/worker/moments.ts';

test('an old squad is deleted although a hundred older squads with open cards must stay', async () => {
  const { user } = await signedInAs('user');
  const { event } = await eventWithTickets([]);
  const long = fromNow(-400 * 86_400_000);
  const old = Array.from({ length: 101 }, (_, at) => ({
    id: crypto.randomUUID(),
    event_id: event.id,
    captain_id: user.id,
    places: 2,
    most_cents: 4000,
    status: 'ended' as const,
    ended_because: 'time' as const,
    pay_by: long,
    shown_start_at: long,
    created_at: new Date(long.getTime() + at),
  }));
  const last = old.pop()!;
  const [first, ...others] = [...old, last].map((squad) => db.insert(squads).values(squad));
  await db.batch([
    first!,
    ...others,
    ...old.map(({ id }) => db.insert(squadCards).values({ squad_id: id, user_id: user.id })),
  ]);
  await forgetSquads(env, new Date());
  const left = await db.select({ id: squads.id }).from(squads).where(eq(squads.event_id, event.id));
  expect(left.map(({ id }) => id).toSorted()).toEqual(old.map(({ id }) => id).toSorted());
  await db.update(squadCards).set({ status: 'failed' }).where(eq(squadCards.user_id, user.id));
  await forgetSquads(env, new Date());
  expect(await db.select().from(squads).where(eq(squads.event_id, event.id))).toEqual([]);
});
