import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EventGrid, EventSkeletons } from '../features/events/event-card.tsx';
import { applyFilters, type EventFilters, filterChoices, filtersOf } from '../features/events/event-filters.ts';
import { eventsQuery } from '../features/events/events.queries.ts';
import { FilterBar } from '../features/events/filter-bar.tsx';
import { SaveHeart } from '../features/plans/save-button.tsx';
import { JoinWaitlistButton } from '../features/waitlist/join-waitlist-button.tsx';

/** The number of cards shown at first, and added while scrolling. */
const BATCH = 24;

/** The number of cards shown for each set of filters in this visit, so that Back finds its place again. */
const shownCounts = new Map<string, number>();

/** The events list. Its filters are in the URL, the first cards come from the server, more come while scrolling. */
export function EventsPage() {
  const { api } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate({ from: '/events' });
  const search = useSearch({ from: '/events' });
  const filters = filtersOf(search);
  const { data, dataUpdatedAt, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(eventsQuery(api));

  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const events = useMemo(() => data?.pages.flatMap((page) => page.events) ?? [], [data]);
  const choices = useMemo(() => filterChoices(events), [events]);
  const found = applyFilters(events, filters);

  const change = (changed: Partial<EventFilters>) => {
    const next = Object.fromEntries(Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== ''));
    void navigate({ search: next, replace: true, resetScroll: false, viewTransition: false });
  };

  return (
    <section className="wrap">
      <h1>Upcoming Events</h1>
      <FilterBar filters={filters} choices={choices} onChange={change} />
      {!data && !isError && <EventSkeletons count={8} />}
      {isError && (
        <p role="alert">
          The list could not be loaded.{' '}
          <button type="button" className="button" onClick={() => void (data ? fetchNextPage() : refetch())}>
            Try again
          </button>
        </p>
      )}
      <h2 className="sr">Plans</h2>
      {data && found.length === 0 && !hasNextPage && (
        <div>
          <output>No events found matching your criteria.</output>
          <button type="button" className="button" onClick={() => change({ q: '', venue: '', city: '', sort: '' })}>
            Clear the filters
          </button>
        </div>
      )}
      <GrowingGrid key={JSON.stringify(filters)} name={JSON.stringify(filters)} events={found} now={dataUpdatedAt} />
    </section>
  );
}

function GrowingGrid({ name, events, now }: { name: string; events: ReturnType<typeof applyFilters>; now: number }) {
  const [count, setCount] = useState(() => shownCounts.get(name) ?? BATCH);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = count < events.length;
  useEffect(() => {
    shownCounts.set(name, count);
    if (!end.current || !hasMore) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setCount(count + BATCH), { rootMargin: '1200px' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [name, count, hasMore]);
  return (
    <>
      <EventGrid events={events.slice(0, count)} now={now} action={JoinWaitlistButton} mark={SaveHeart} />
      <div ref={end} />
    </>
  );
}
