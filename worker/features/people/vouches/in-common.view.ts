import { MOST_NAMED, type Mutuals } from '../../../contract/people/vouches.ts';
import type { CommonRow } from './in-common.db.ts';

export function mutualsByPerson(rows: readonly CommonRow[]): Record<string, Mutuals> {
  const found = Map.groupBy(rows, ({ other_id }) => other_id);
  return Object.fromEntries(Array.from(found, ([id, theirs]) => [id, mutualsOf(theirs)]));
}

function mutualsOf(rows: readonly CommonRow[]): Mutuals {
  const named = (kind: CommonRow['kind']) => rows.filter((row) => row.kind === kind).slice(0, MOST_NAMED);
  return {
    count: rows.length,
    vouches: named('direct').length > 0,
    friends: named('friend').map(({ name }) => name),
    events: named('event').flatMap(({ name }) => name ?? []),
  };
}
