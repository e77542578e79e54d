import type { Db } from '../../../context.ts';
import { findMutualsOfEvent, findMutualsOfRequests } from './mutuals.db.ts';
import { mutualsByPerson } from './mutuals.view.ts';

/**
 * What the viewer has in common with the sellers of an event, by their ids, and the ids of the listings that are open
 * to the viewer first.
 */
export async function mutualsOfEvent(db: Db, asked: { slug: string; user_id: string; now: Date }) {
  const { common, first } = await findMutualsOfEvent(db, asked);
  return { sellers: mutualsByPerson(common), first };
}

/**
 * What the viewer has in common with the other side of each request, by the request's id, and the finished requests
 * after which they may vouch.
 */
export async function mutualsOfRequests(db: Db, asked: { user_id: string; now: Date }) {
  const { common, requests } = await findMutualsOfRequests(db, asked);
  const people = mutualsByPerson(common);
  return {
    requests: Object.fromEntries(
      requests.flatMap(({ id, other_id }) => (people[other_id] ? [[id, people[other_id]]] : [])),
    ),
    vouchable: requests.filter(({ may_vouch }) => may_vouch).map(({ id }) => id),
  };
}
