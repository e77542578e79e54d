import { openDb } from '../../../http/database/open-db.ts';
import { deleteOverCards } from './event-cards.db.ts';

/**
 * Takes the cards of events that are over out of the lists' table and the search index, which so stay small. Runs every
 * minute.
 */
export async function clearOverCards(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteOverCards(openDb(env), { now });
}
