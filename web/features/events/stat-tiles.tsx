import s from './stat-tiles.module.css';

/** The four tiles of an event: the number of listings (null while it is not known), and three fixed texts. Nobody demands a past event. */
export function StatTiles({ listingCount, isOver = false }: { listingCount: number | null; isOver?: boolean }) {
  const tiles = [
    [listingCount ?? '\u00a0', listingCount === 1 ? 'Listing' : 'Listings'],
    ...(isOver ? [] : [['High', 'Demand'] as const]),
    ['100%', 'Verified'],
    ['4.9', 'Rating'],
  ] as const;
  return (
    <ul className={s.tiles} aria-label="At a glance">
      {tiles.map(([value, name]) => (
        <li key={name}>
          <b>{value}</b> <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
