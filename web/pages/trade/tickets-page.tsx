import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTransition } from 'react';
import type { ApiClient } from '../../api.ts';
import { countText } from '../../features/nights/events/filters/filter-chips.tsx';
import { NoneOnSale } from '../../features/trade/on-sale/none-on-sale.tsx';
import { OnSaleFilters } from '../../features/trade/on-sale/on-sale-filters.tsx';
import { OnSaleList } from '../../features/trade/on-sale/on-sale-list.tsx';
import s from '../../features/trade/on-sale/on-sale.module.css';
import {
  type OnSaleFilters as Filters,
  onSaleFiltersOf,
  onSaleQuery,
} from '../../features/trade/on-sale/on-sale.queries.ts';
import { useApi } from '../../use-api.ts';
import { ComingSoonPage } from '../coming-soon-page.tsx';

/** Loads the first events with tickets that match the URL's filters. Returns null while this list is switched off. */
export async function load({
  context: { queryClient, api },
  deps,
}: {
  context: { queryClient: QueryClient; api: ApiClient };
  deps: Record<string, unknown>;
}) {
  return (await queryClient.ensureInfiniteQueryData(onSaleQuery(api, deps))).pages[0] ?? null;
}

export function TicketsPage() {
  const api = useApi();
  const navigate = useNavigate({ from: '/tickets' });
  const filters = onSaleFiltersOf(useSearch({ strict: false }));
  const [isChanging, startChange] = useTransition();
  const { data, dataUpdatedAt, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(onSaleQuery(api, filters));
  const pages = data.pages.filter((page) => page !== null);
  const [first] = pages;
  if (!first) return <ComingSoonPage />;
  const events = pages.flatMap((page) => page.events);
  const found = Number((first.choices?.counts as Partial<Record<string, unknown>> | undefined)?.['found'] ?? 0);

  const change = (changed: Partial<Filters>) => {
    const search: Record<string, unknown> = onSaleFiltersOf({ ...filters, ...changed });
    // In the URL, the router quotes a text that looks like a number, so these filters become numbers.
    for (const name of ['under', 'pair']) if (search[name]) search[name] = Number(search[name]);
    startChange(() => navigate({ search, resetScroll: false, viewTransition: false }));
  };

  return (
    <section className="wrap">
      <h1>Tickets on sale</h1>
      <OnSaleFilters filters={filters} choices={first.choices} onChange={change} />
      <h2 className="sr">Nights</h2>
      <output className="muted">
        {isChanging ? '' : found > 0 && (found === 1 ? '1 night' : `${countText(found)} nights`)}
      </output>
      {events.length === 0 ? (
        <NoneOnSale filters={filters} onChange={change} />
      ) : (
        <OnSaleList events={events} now={dataUpdatedAt} />
      )}
      {hasNextPage && (
        <p className={s.more}>
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : isFetchNextPageError ? 'Try again' : 'Show more nights'}
          </button>
        </p>
      )}
    </section>
  );
}
