import { eq } from 'drizzle-orm';
import { waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { type WaitlistEntry, waitlist, waitlistOffers } from '../../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../people/auth.ts';
import { db } from '../db.ts';

export async function waiting(event_id: string, over: Partial<WaitlistEntry> = {}) {
  const person = await signedInAs('user');
  const address = { email: person.user.email!, email_key: person.user.email!.toLowerCase() };
  const entry = waitlistRow({ event_id, applicant_id: person.user.id, ...address, ...over });
  await db.insert(waitlist).values(entry);
  return { ...person, entry };
}

export const offersOf = (event_id: string) =>
  db.select().from(waitlistOffers).where(eq(waitlistOffers.event_id, event_id)).orderBy(waitlistOffers.created_at);

/** Returns the status of each person's offer, in the order of `people`. It is null for a person without an offer. */
export async function offeredTo(event_id: string, people: readonly { entry: { id: string } }[]) {
  const rows = await offersOf(event_id);
  return people.map(({ entry }) => rows.find(({ entry_id }) => entry_id === entry.id)?.status ?? null);
}
