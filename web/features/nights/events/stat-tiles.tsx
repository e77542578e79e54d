import { type EventTiles, TILE_MEANINGS } from '../../../../worker/contract/nights/events/event-tiles.ts';
import s from './stat-tiles.module.css';

/** A tile's name, and the fixed text that it shows until its value can be measured. */
const TILES = [
  { key: 'asked_per_ticket', name: 'Asked per ticket', fixed: ['High', 'Demand'], unit: '' },
  { key: 'verified', name: 'Verified sellers', fixed: ['100%', 'Verified'], unit: '%' },
  { key: 'worked', name: 'Hand-overs worked', fixed: ['4.9', 'Rating'], unit: '%' },
] as const;

/**
 * The tiles of an event: the number of listings (null while unknown) and three measured values, which a tap explains.
 * Until a value is measured, its tile shows a fixed text. A past event has no tile for demand.
 */
export function StatTiles({
  listingCount,
  tiles,
  isOver = false,
}: {
  listingCount: number | null;
  tiles: EventTiles | null;
  isOver?: boolean;
}) {
  const shown = isOver ? TILES.slice(1) : TILES;
  return (
    <ul className={s.tiles} aria-label="At a glance">
      <li>
        <b>{listingCount ?? '\u00a0'}</b> <span>{listingCount === 1 ? 'Listing' : 'Listings'}</span>
      </li>
      {shown.map(({ key, name, fixed, unit }) => {
        const value = tiles?.[key] ?? null;
        return (
          <li key={key}>
            {value === null ? (
              <>
                <b>{fixed[0]}</b> <span>{fixed[1]}</span>
              </>
            ) : (
              <details>
                <summary>
                  <b>{`${value}${unit}`}</b> <span>{name}</span>
                </summary>
                <p>{TILE_MEANINGS[key]}</p>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
