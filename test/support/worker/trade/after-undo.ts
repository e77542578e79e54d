import { env } from 'cloudflare:workers';
import { lte } from 'drizzle-orm';
import { resellerApplications, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { UNDO_MS } from '../../../../worker/contract/staff/undo.ts';
import { tellPeople } from '../../../../worker/tell-people.ts';
import { db } from '../db.ts';

/** More runs than any test needs. Each run sends the mails of a hundred decisions. */
const MOST_RUNS = 10;

/** Sends the mails about all decisions so far, as if the time to undo them had passed. */
export async function afterUndo(): Promise<void> {
  const now = new Date(Date.now() + UNDO_MS + 1);
  for (let runs = 0; runs < MOST_RUNS; runs += 1) {
    await tellPeople(env, now);
    const due = await Promise.all(
      [waitlist, resellerApplications].map((table) => db.$count(table, lte(table.tell_at, now))),
    );
    if (due.every((count) => count === 0)) return;
  }
}
