import type { Db } from '../../../context.ts';
import { findMutualsOfEvent, findMutualsOfRequests } from './in-common.db.ts';
import { mutualsByPerson } from './in-common.view.ts';

/** Returns mutuals by seller id. `first` has the ids of listings that the viewer can request early. */
export async function mutualsOfEvent(db: Db, asked: { slug: string; user_id: string; now: Date }) {
  const { common, first } = await findMutualsOfEvent(db, asked);
  return { sellers: mutualsByPerson(common), first };
}

/** Returns mutuals by request id. `vouchable` has the finished requests after which the viewer can vouch. */
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
