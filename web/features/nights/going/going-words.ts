import type { GoingFriend } from '../../../../worker/contract/nights/going.ts';

/** A sentence names at most this many friends. */
const NAMED = 2;

export function goingWords({ friends, is_more }: { friends: readonly GoingFriend[]; is_more: boolean }): string[] {
  const going = friends.filter(({ intent }) => intent === 'going');
  const alone = friends.filter(({ intent }) => intent === 'with_somebody');
  return [
    ...(going.length > 0 ? [`${listOf(going, is_more)} ${going.length === 1 && !is_more ? 'is' : 'are'} going.`] : []),
    ...(alone.length > 0 ? [`${listOf(alone, is_more && going.length === 0)} would go with somebody.`] : []),
  ];
}

function listOf(people: readonly GoingFriend[], isMore: boolean): string {
  const names = people
    .slice(0, NAMED)
    .map(({ first_name }, at) => first_name ?? (at === 0 ? 'A student' : 'a student'));
  const left = people.length - names.length;
  if (isMore) return `${names.join(', ')} and others`;
  if (left > 0) return `${names.join(', ')} and ${left === 1 ? '1 other' : `${left} others`}`;
  return names.join(' and ');
}

/** Makes unique keys, because friends have no ids and can share a name. */
export function facesOf(friends: readonly GoingFriend[]): { key: string; initials: string }[] {
  return friends.map(({ first_name, initials }, at) => {
    const before = friends.slice(0, at).filter((other) => other.first_name === first_name).length;
    return { key: `${first_name} ${before}`, initials: initials || '?' };
  });
}
