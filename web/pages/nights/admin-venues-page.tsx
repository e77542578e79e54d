import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import s from '../../admin-ui/admin.module.css';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { type AdminVenue, adminVenuesQuery } from '../../admin-ui/admin.queries.ts';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { VenueDialog } from '../../features/nights/admin-venues/venue-dialog.tsx';
import { VenueTable } from '../../features/nights/admin-venues/venue-table.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { useApi } from '../../use-api.ts';

export function AdminVenuesPage() {
  const api = useApi();
  const [filters, change] = useFilters(['q']);
  const [open, setOpen] = useState<{ venue: AdminVenue | null }>();
  const list = useQuery(adminVenuesQuery(api));
  const venues = list.data ?? [];
  const shown = venues.filter((venue) => matches(venue, filters.q));
  return (
    <AdminFrame
      title="Venues"
      action={
        <button
          type="button"
          className="button primary"
          aria-haspopup="dialog"
          onClick={() => setOpen({ venue: null })}
        >
          New venue
        </button>
      }
    >
      <search className={s.filters}>
        <SearchBox label="Name, address or city" value={filters.q} onSearch={(q) => change({ q })} />
      </search>
      <ListStates
        list={list}
        count={shown.length}
        isFiltered={filters.q !== ''}
        empty="No venues yet. Press “New venue” to add the first one."
      >
        <VenueTable shown={shown} all={venues} onEdit={(venue) => setOpen({ venue })} />
      </ListStates>
      {open && <VenueDialog venue={open.venue} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}

/** The search runs in the browser, which has the whole list anyway: the dialog that merges venues needs it. */
function matches({ name, address, city }: AdminVenue, q: string): boolean {
  return [name, address ?? '', city].some((text) => text.toLowerCase().includes(q.toLowerCase()));
}
