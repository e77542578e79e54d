import type { EventFilters } from './event-filters.ts';
import type { FilterProps } from '../events-list.queries.ts';
import { countText } from './filter-chips.tsx';
import s from './filter-bar.module.css';

const WITHOUT: Record<Exclude<keyof EventFilters, 'sort'>, string> = {
  q: 'Any words',
  when: 'Any night',
  city: 'Any location',
  area: 'Any neighborhood',
  age: 'Any age',
  venue: 'Any venue',
  tag: 'Any tag',
  under: 'Any price',
  available: 'With or without tickets',
};

export function NothingFound({ filters, choices, onChange }: FilterProps) {
  const without: Partial<Record<string, unknown>> = choices?.without ?? {};
  const ways = Object.entries(WITHOUT).flatMap(([name, label]) => {
    const count = without[name];
    return typeof count === 'number' && count > 0 ? [{ name, label, count }] : [];
  });
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  return (
    <div className={s.nothing}>
      <p>No events found matching your criteria.</p>
      {ways.length > 0 && <p className="muted">Try one of these:</p>}
      <div className={s.ways}>
        {ways.map(({ name, label, count }) => (
          <button key={name} type="button" className="button primary" onClick={() => onChange({ [name]: '' })}>
            {label}{' '}
            <span>
              {countText(count)} <span className="sr">{count === 1 ? 'night' : 'nights'}</span>
            </span>
          </button>
        ))}
        <button type="button" className="button" onClick={() => onChange(none)}>
          Clear the filters
        </button>
      </div>
    </div>
  );
}
