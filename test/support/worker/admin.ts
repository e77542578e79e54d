import { asc } from 'drizzle-orm';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { auditLog, events, venues, type Event } from '../../../drizzle/tables/all-tables.ts';
import { callCounted } from './call.ts';
import { db } from './db.ts';

/** Each response has some of these fields. */
export interface Answered {
  [field: string]: unknown;
  id: string;
  slug: string;
  title: string;
  url: string;
  updated_at: string;
  next_cursor: string | null;
  events: { id: string; title: string }[];
  error: { code: string; message: string; fields: Record<string, string>; versions: { theirs: object; yours: object } };
}

export async function ask(
  path: string,
  { headers = {}, method, json }: { headers?: Record<string, string>; method?: string; json?: unknown } = {},
) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const { answer, cost } = await callCounted(path, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    headers: { 'Content-Type': 'application/json', ...headers },
    ...body,
  });
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  return { status: answer.status, body: (isJson ? JSON.parse(text) : {}) as Answered, text, answer, cost };
}

export async function anEvent(over: Partial<Event> = {}) {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id, ...over });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  return event;
}

export async function logOf(targetId: string) {
  const entries = await db.select().from(auditLog).orderBy(asc(auditLog.seq));
  return entries.filter((entry) => entry.target_id === targetId);
}
