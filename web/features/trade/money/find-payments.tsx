import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useFilters } from '../../../admin-ui/use-filters.ts';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { useApi } from '../../../use-api.ts';
import { Brief } from './brief.tsx';
import m from './money.module.css';
import { PAYMENT_WORDS } from './money-words.ts';
import { paymentsQuery } from './money.queries.ts';

export function FindPayments() {
  const api = useApi();
  const [{ q }, change] = useFilters(['q']);
  const list = useQuery({ ...paymentsQuery(api, q), placeholderData: keepPreviousData });
  const rows = list.data ?? [];
  return (
    <>
      <search className={s.filters}>
        <SearchBox
          label="Email of the buyer or seller, or id of the request"
          value={q}
          onSearch={(text) => change({ q: text })}
        />
      </search>
      <ListStates list={list} count={rows.length} empty={q ? 'No payment found.' : 'Nobody has paid yet.'}>
        <ul className={m.list}>
          {rows.map((row) => (
            <li key={row.request_id}>
              <Brief {...row}>
                {priceText(row.total)}, {PAYMENT_WORDS[row.status]}
              </Brief>
              <span className={s.small}>
                <DateTime instant={row.created_at} />
              </span>
            </li>
          ))}
        </ul>
      </ListStates>
    </>
  );
}
