import type { Mutuals } from '../../../../worker/contract/people/vouches.ts';
import s from './vouches.module.css';

export function MutualsLine({ mutuals, person }: { mutuals: Mutuals | undefined; person: 'seller' | 'buyer' }) {
  if (!mutuals) return null;
  return (
    <details className={s.mutuals}>
      <summary>{mutuals.count === 1 ? '1 mutual' : `${mutuals.count} mutuals`}</summary>
      <ul>
        {mutualWords(mutuals, person).map((words) => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function mutualWords({ count, vouches, friends, events }: Mutuals, person: 'seller' | 'buyer'): string[] {
  const named = [
    ...(vouches ? [`You vouch for this ${person}.`] : []),
    ...new Set(
      friends.map(
        (name) => `You vouch for ${name === null ? 'a student' : `${name},`} who vouches for this ${person}.`,
      ),
    ),
    ...new Set(events.map((title) => `You both received tickets for ${title}.`)),
  ];
  const more = count - Number(vouches) - friends.length - events.length;
  return more > 0 ? [...named, `And ${more} more.`] : named;
}
