import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { requestOf } from '../../api.ts';
import { EventGrid, EventSkeletons } from '../../features/nights/events/event-card.tsx';
import { type EventFilters, filtersOf } from '../../features/nights/events/filters/event-filters.ts';
import type { EventCard } from '../../features/nights/events/events.queries.ts';
import { eventsQuery } from '../../features/nights/events/events-list.queries.ts';
import { FilterBar } from '../../features/nights/events/filters/filter-bar.tsx';
import s from '../../features/nights/events/filters/filter-bar.module.css';
import { countText } from '../../features/nights/events/filters/filter-chips.tsx';
import { NothingFound } from '../../features/nights/events/filters/nothing-found.tsx';
import { SaveHeart } from '../../features/nights/plans/save-button.tsx';
import { JoinWaitlistButton } from '../../features/nights/waitlist/join-waitlist-button.tsx';
import { useApi } from '../../use-api.ts';

/** The number of cards shown at first, and the number that each step of scrolling adds. */
const BATCH = 24;

/** The number of cards shown for each set of filters in this visit, so that Back restores the list. */
const shownCounts = new Map<string, number>();

export function EventsPage() {
  const api = useApi();
  const navigate = useNavigate({ from: '/events' });
  const filters = filtersOf(useSearch({ from: '/events' }));
  const list = useInfiniteQuery({ ...eventsQuery(api, filters), placeholderData: keepPreviousData });
  const { data, dataUpdatedAt, error, isError, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = list;
  const events = useMemo(() => data?.pages.flatMap((page) => page.events) ?? [], [data]);
  const choices = data?.pages[0]?.choices ?? null;

  const change = (changed: Partial<EventFilters>) => {
    // A search typed letter by letter counts as one step for Back.
    const isTyping = 'q' in changed && Boolean(filters.q) && Boolean(changed.q);
    const search: Record<string, unknown> = filtersOf({ ...filters, ...changed });
    // The router writes a number plainly, but puts text that looks like a number in quotes.
    for (const name of ['under', 'available']) if (search[name]) search[name] = Number(search[name]);
    void navigate({ search, replace: isTyping, resetScroll: false, viewTransition: false });
  };

  const isEmpty = data && !isPlaceholderData && events.length === 0;
  return (
    <section className="wrap">
      <h1>Upcoming Events</h1>
      <FilterBar filters={filters} choices={choices} onChange={change} />
      {!data && !isError && <EventSkeletons count={8} />}
      {isError && (
        <p role="alert">
          We couldn’t load the list.{requestOf(error)}{' '}
          <button type="button" className="button" onClick={() => void (data ? fetchNextPage() : refetch())}>
            Try again
          </button>
        </p>
      )}
      <h2 className="sr">Nights</h2>
      <output className={`muted ${s.found}`}>{choices && !isPlaceholderData && foundText(choices.found)}</output>
      {isEmpty && <NothingFound filters={filters} choices={choices} onChange={change} />}
      <GrowingGrid
        key={JSON.stringify(filters)}
        name={JSON.stringify(filters)}
        events={events}
        now={dataUpdatedAt}
        onEnd={() => hasNextPage && !list.isFetching && !isError && void fetchNextPage()}
      />
    </section>
  );
}

const foundText = (found: number) => (found === 1 ? '1 night' : `${countText(found)} nights`);

interface Grid {
  name: string;
  events: readonly EventCard[];
  now: number;
  /** Called when all loaded cards are shown and the end of the list is near. */
  onEnd: () => void;
}

function GrowingGrid({ name, events, now, onEnd }: Grid) {
  const [count, setCount] = useState(() => shownCounts.get(name) ?? BATCH);
  const end = useRef<HTMLDivElement>(null);
  const loaded = events.length;
  const hasMore = count < loaded;
  const grow = useRef(onEnd);
  useEffect(() => {
    grow.current = hasMore ? () => setCount(count + BATCH) : onEnd;
  });
  useEffect(() => {
    shownCounts.set(name, count);
    if (!end.current || loaded === 0) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow.current(), {
      rootMargin: '1200px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [name, count, loaded]);
  return (
    <>
      <EventGrid events={events.slice(0, count)} now={now} mark={SaveHeart} action={JoinWaitlistButton} />
      <div ref={end} />
    </>
  );
}
