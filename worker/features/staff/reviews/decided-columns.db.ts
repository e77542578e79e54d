import { sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { MailEvent } from '../../../http/outbox/mail.ts';
import type { Queue, ReviewStatus } from './queues.db.ts';

/** SQL value: the event of a waitlist entry, or null. */
const eventOf = (event_id: SQLiteColumn) =>
  sql<string | null>`(select json_object('title', events.title, 'slug', events.slug, 'start_at', events.start_at,
      'venue', json_object('name', venues.name, 'city', venues.city))
    from events join venues on venues.id = events.venue_id where events.id = ${event_id})`.mapWith(readEvent);

function readEvent(json: string): MailEvent {
  const event = JSON.parse(json) as Omit<MailEvent, 'start_at'> & { start_at: number };
  return { ...event, start_at: new Date(event.start_at) };
}

export function decidedColumns(table: Queue['table']) {
  return {
    id: sql<string>`${table.id}`,
    name: sql<string>`${table.name}`,
    email: sql<string>`${table.email}`,
    status: sql<ReviewStatus>`${table.status}`,
    question: 'question' in table ? sql<string | null>`${table.question}` : sql<string | null>`null`,
    event: 'event_id' in table ? eventOf(table.event_id) : sql<MailEvent | null>`null`,
    places: 'places' in table ? sql<number>`${table.places}` : sql<number>`1`,
    can_sell: sql<number>`exists (select 1 from launch_switches where feature = 'sell' and is_on = 1)`.mapWith(Boolean),
  };
}
