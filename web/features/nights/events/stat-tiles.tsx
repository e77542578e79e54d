import { type EventTiles, TILE_MEANINGS } from '../../../../worker/contract/nights/events/event-tiles.ts';
import s from './stat-tiles.module.css';

const UNKNOWN = '\u00a0';

const TILES = [
  { key: 'demand', name: 'Demand', unmeasured: UNKNOWN },
  { key: 'verified', name: 'Verified', unmeasured: '–' },
  { key: 'worked', name: 'Rating', unmeasured: 'New' },
] as const;

/** `listingCount` and `tiles` are null until they are loaded. A past event shows only the number of listings. */
export function StatTiles({
  listingCount,
  tiles,
  isOver = false,
}: {
  listingCount: number | null;
  tiles: EventTiles | null;
  isOver?: boolean;
}) {
  return (
    <ul className={s.tiles} aria-label="At a glance">
      <li>
        <b>{listingCount ?? UNKNOWN}</b> <span>{listingCount === 1 ? 'Listing' : 'Listings'}</span>
      </li>
      {!isOver &&
        TILES.map(({ key, name, unmeasured }) => {
          const value = tiles?.[key] ?? null;
          const measured = typeof value === 'number' ? `${value}%` : value;
          return (
            <li key={key}>
              <details>
                <summary>
                  <b>{tiles ? (measured ?? unmeasured) : UNKNOWN}</b> <span>{name}</span>
                </summary>
                <p>{TILE_MEANINGS[key]}</p>
              </details>
            </li>
          );
        })}
    </ul>
  );
}
