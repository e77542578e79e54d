import { clubRow, resellerRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import { clubs, resellerApplications, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from './admin.ts';
import { signedInAs } from './people/auth.ts';
import { db } from './db.ts';

const VERSION = new Date(Date.UTC(2030, 0, 1)).toISOString();

/** Stores new objects for one test case, so that cases do not affect each other. */
export async function adminObjects(organizerId: string) {
  const [event, foreign, entry, application, club] = [
    await anEvent({ organizer_id: organizerId }),
    await anEvent(),
    waitlistRow(),
    resellerRow(),
    clubRow(),
  ];
  await db.batch([
    db.insert(waitlist).values(entry),
    db.insert(resellerApplications).values(application),
    db.insert(clubs).values(club),
  ]);
  const person = await signedInAs('user');
  return { own: event, foreign, entry, application, club, person: person.user };
}

export type Objects = Awaited<ReturnType<typeof adminObjects>>;
export type AdminCall = [name: string, call: Call, organizer: number, admin: number];
export type Call = (on: Objects, headers: Record<string, string>) => Promise<{ status: number }>;

export const call =
  (method: string, path: (on: Objects) => string, json?: (on: Objects) => unknown): Call =>
  (on, headers) =>
    ask(path(on), { headers, method, json: json?.(on) });

/** A call with a new Idempotency-Key each time. */
export const keyed =
  (path: (on: Objects) => string, json: (on: Objects) => unknown): Call =>
  (on, headers) =>
    ask(path(on), { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() }, json: json(on) });

export const seen = { updated_at: VERSION };
export const eventForm = (on: Objects) => ({
  title: `New at ${on.own.id}`,
  venue_id: on.own.venue_id,
  start_at: '2031-10-31T22:00',
});
