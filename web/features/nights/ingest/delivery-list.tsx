import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useFilters } from '../../../admin-ui/use-filters.ts';
import { useApi } from '../../../use-api.ts';
import { deliveriesQuery, type Delivery } from './ingest.queries.ts';

const COLUMNS: Column<Delivery>[] = [
  { head: 'Received', cell: ({ received_at }) => <DateTime instant={received_at} /> },
  { head: 'Source', cell: ({ source }) => source ?? '—' },
  {
    head: 'Result',
    cell: ({ result, status }) => <Badge tone={result === 'ok' ? 'good' : 'bad'}>{`${result} ${status}`}</Badge>,
  },
  {
    head: 'Events',
    cell: ({ created, updated, failed }) => `${created} created, ${updated} updated, ${failed} failed`,
  },
  { head: 'Error', isWide: true, cell: ({ error }) => error ?? '—' },
  { head: 'Took', isNumber: true, cell: ({ duration_ms }) => `${duration_ms} ms` },
];

export function DeliveryList() {
  const api = useApi();
  const [filters, change] = useFilters(['source', 'result']);
  const list = useQuery(deliveriesQuery(api, filters));
  const deliveries = list.data ?? [];
  return (
    <>
      <h2>Last deliveries</h2>
      <search className={s.filters}>
        <SearchBox label="Source" value={filters.source} onSearch={(source) => change({ source })} />
        <SelectField label="Result" value={filters.result} onChange={({ target }) => change({ result: target.value })}>
          <option value="">All</option>
          <option value="ok">ok</option>
          <option value="error">error</option>
        </SelectField>
        <button type="button" className="button" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </button>
      </search>
      <ListStates
        list={list}
        count={deliveries.length}
        isFiltered={Object.values(filters).some(Boolean)}
        empty="No deliveries yet. They show up here once a feed posts to the webhook."
      >
        <Table
          caption="The last hundred deliveries, newest first"
          columns={COLUMNS}
          rows={deliveries}
          using={undefined}
        />
      </ListStates>
    </>
  );
}
