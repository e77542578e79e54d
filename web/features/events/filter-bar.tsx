import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { EventFilters, filterChoices } from './event-filters.ts';
import s from './filter-bar.module.css';

/** Search, venue, location and price sort of the events list. */
export function FilterBar({
  filters,
  choices,
  onChange,
}: {
  filters: EventFilters;
  choices: ReturnType<typeof filterChoices>;
  onChange: (change: Partial<EventFilters>) => void;
}) {
  const [text, setText] = useState(filters.q);
  const told = useRef(filters.q);
  useEffect(() => {
    // A change of the URL by Back or a link replaces the typed text.
    if (filters.q !== told.current) setText(filters.q);
    told.current = filters.q;
  }, [filters.q]);
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    told.current = target.value;
    onChange({ q: target.value });
  };
  return (
    <search>
      <form className={s.bar} action="/events" onSubmit={(event) => event.preventDefault()}>
        <input type="search" name="q" aria-label="Search" placeholder="Search events or venues..." value={text} onChange={type} />
        <select aria-label="Venue" name="venue" value={filters.venue} onChange={({ target }) => onChange({ venue: target.value })}>
          <option value="">All Venues</option>
          {choices.venues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label="Location" name="city" value={filters.city} onChange={({ target }) => onChange({ city: target.value })}>
          <option value="">All Locations</option>
          {choices.cities.map((city) => (
            <option key={city}>{city}</option>
          ))}
        </select>
        <select
          aria-label="Sort by Price"
          name="sort"
          value={filters.sort}
          onChange={({ target }) => onChange({ sort: target.value as EventFilters['sort'] })}
        >
          <option value="">Sort by Price</option>
          <option value="asc">Lowest to Highest</option>
          <option value="desc">Highest to Lowest</option>
        </select>
        <noscript>
          <button type="submit" className="button">
            Search
          </button>
        </noscript>
      </form>
    </search>
  );
}
