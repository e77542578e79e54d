import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { EventFilters } from './event-filters.ts';
import type { FilterProps } from '../events-list.queries.ts';
import { DateAndCity } from './date-and-city.tsx';
import { FilterChips } from './filter-chips.tsx';
import s from './filter-bar.module.css';

/** How long after the last key press a search begins. */
const PAUSE_MS = 250;

export function FilterBar({ filters, choices, onChange }: FilterProps) {
  const { venue = '', city, sort = '', when } = filters;
  const venues = choices?.venue.toSorted((a, b) => (a.label < b.label ? -1 : 1)) ?? [];
  return (
    <search>
      <form className={s.bar} action="/events" onSubmit={(event) => event.preventDefault()}>
        <SearchField q={filters.q ?? ''} onChange={onChange} />
        <DateAndCity when={when} city={city} cities={choices?.city} onChange={onChange} />
        <select
          aria-label="Venue"
          name="venue"
          value={venue}
          onChange={({ target }) => onChange({ venue: target.value })}
        >
          <option value="">All Venues</option>
          {venue && !venues.some(({ value }) => value === venue) && <option value={venue}>This venue</option>}
          {venues.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Sort by Price"
          name="sort"
          value={sort}
          onChange={({ target }) => onChange({ sort: target.value })}
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
      <FilterChips filters={filters} choices={choices} onChange={onChange} />
    </search>
  );
}

function SearchField({ q, onChange }: { q: string; onChange: (change: Partial<EventFilters>) => void }) {
  const [text, setText] = useState(q);
  const lastSent = useRef(q);
  const send = (next: string) => {
    if (next.trim() === lastSent.current) return;
    lastSent.current = next.trim();
    onChange({ q: next.trim() });
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    // If the URL was changed by a link, a button or the browser's Back, the URL's search replaces the typed text.
    if (q !== lastSent.current) setText(q);
    lastSent.current = q;
  }, [q]);
  useEffect(() => {
    const pause = setTimeout(() => latest.current(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <input
      type="search"
      name="q"
      aria-label="Search"
      placeholder="Search events or venues..."
      value={text}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && send(text)}
    />
  );
}
