import { eq } from 'drizzle-orm';
import { type Event, events } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';

export const eventOf = async (id: string): Promise<Event> =>
  (await db.select().from(events).where(eq(events.id, id)))[0]!;

export const changeEvent = (id: string, to: Partial<Event>) => db.update(events).set(to).where(eq(events.id, id));
