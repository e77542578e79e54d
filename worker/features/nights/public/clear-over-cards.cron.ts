import { openDb } from '../../../http/database/open-db.ts';
import { deleteOverCards } from './event-cards.db.ts';

/** Deletes cards of events that are over, so that the table and the search index stay small. Runs every minute. */
export async function clearOverCards(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteOverCards(openDb(env), { now });
}
