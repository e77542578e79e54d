import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminEvent, adminVenuesQuery, useAdminEvents } from '../../admin-ui/admin.queries.ts';
import s from '../../admin-ui/admin.module.css';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { EventDialog } from '../../features/nights/admin-events/event-dialog.tsx';
import { EventTable } from '../../features/nights/admin-events/event-table.tsx';
import { SeriesDialog } from '../../features/nights/admin-events/series-dialog.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useApi } from '../../use-api.ts';

const STATUSES = {
  published: 'Published',
  draft: 'Draft',
  upcoming: 'Upcoming',
  over: 'Over',
  unpriced: 'Needs a face value',
};

export function AdminEventsPage() {
  const api = useApi();
  const [filters, change] = useFilters(['q', 'status', 'venue_id']);
  const [open, setOpen] = useState<{ event: AdminEvent | null }>();
  const [isSeries, setSeries] = useState(false);
  const { data: venues = [] } = useQuery(adminVenuesQuery(api));
  const list = useAdminEvents(api, filters);
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <AdminFrame
      title="Events"
      action={
        <p className={s.row}>
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setSeries(true)}>
            New series
          </button>
          <button
            type="button"
            className="button primary"
            aria-haspopup="dialog"
            onClick={() => setOpen({ event: null })}
          >
            New event
          </button>
        </p>
      }
    >
      <search className={s.filters}>
        <SearchBox label="Search by title" value={filters.q} onSearch={(q) => change({ q })} />
        <SelectField label="Status" value={filters.status} onChange={({ target }) => change({ status: target.value })}>
          <option value="">All</option>
          {Object.entries(STATUSES).map(([status, word]) => (
            <option key={status} value={status}>
              {word}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Venue"
          value={filters.venue_id}
          onChange={({ target }) => change({ venue_id: target.value })}
        >
          <option value="">All Venues</option>
          {venues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </search>
      <ListStates
        list={list}
        count={events.length}
        isFiltered={Object.values(filters).some(Boolean)}
        empty="No nights yet. Press “New event” to add the first one."
      >
        <EventTable events={events} onEdit={(event) => setOpen({ event })} />
      </ListStates>
      {isSeries && <SeriesDialog onClose={() => setSeries(false)} />}
      {open && <EventDialog key={open.event?.id} event={open.event} onClose={() => setOpen(undefined)} />}
    </AdminFrame>
  );
}
