import { AUDIT_TARGETS } from '../../../../worker/contract/staff/audit.ts';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useFilters } from '../../../admin-ui/use-filters.ts';
import { useApi } from '../../../use-api.ts';
import a from './audit.module.css';
import { changesOf } from './audit-changes.ts';
import { type AuditEntry, useAudit } from './audit.queries.ts';

export function AuditList() {
  const api = useApi();
  const [filters, change] = useFilters(['action', 'target_type', 'target_id', 'actor_id']);
  const list = useAudit(api, filters);
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <search className={s.filters}>
        <SearchBox
          label="Action"
          value={filters.action}
          placeholder="event.create"
          onSearch={(action) => change({ action })}
        />
        <SelectField
          label="Target"
          value={filters.target_type}
          onChange={({ target }) => change({ target_type: target.value, target_id: '' })}
        >
          <option value="">All</option>
          {AUDIT_TARGETS.map((target) => (
            <option key={target}>{target}</option>
          ))}
        </SelectField>
        <button
          type="button"
          className="button"
          disabled={Object.values(filters).every((value) => value === '')}
          onClick={() => change({ action: '', target_type: '', target_id: '', actor_id: '' })}
        >
          Clear the filters
        </button>
      </search>
      {filters.target_id && <p className={s.small}>Only what was done to {filters.target_id}.</p>}
      {filters.actor_id && <p className={s.small}>Only what was done by {filters.actor_id}.</p>}
      <ListStates list={list} count={entries.length} empty="No entries match.">
        <ol className={a.log}>
          {entries.map((entry) => (
            <Entry
              key={entry.seq}
              entry={entry}
              onActor={() => change({ actor_id: entry.actor_id })}
              onTarget={() => change({ target_type: entry.target_type, target_id: entry.target_id })}
            />
          ))}
        </ol>
      </ListStates>
    </>
  );
}

function Entry({ entry, onActor, onTarget }: { entry: AuditEntry; onActor: () => void; onTarget: () => void }) {
  const changes = changesOf(entry);
  return (
    <li className={a.entry}>
      <p className={a.line}>
        <span className={s.small}>#{entry.seq}</span>
        <b>{entry.action}</b>
        <button type="button" className={a.filter} onClick={onTarget}>
          {entry.target_type} {entry.target_id}
        </button>
        <span>
          by{' '}
          <button type="button" className={a.filter} onClick={onActor}>
            {entry.actor_email ?? entry.actor_id}
          </button>
        </span>
        <span className={s.small}>
          <DateTime instant={entry.at} />
        </span>
      </p>
      <details>
        <summary>
          {changes.length} {changes.length === 1 ? 'field' : 'fields'}
        </summary>
        <table className={a.changes}>
          <caption className="sr">What entry {entry.seq} changed</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before || '—'}</td>
                <td>{after || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={s.small}>
          Hash {entry.hash}, request {entry.request_id}
        </p>
      </details>
    </li>
  );
}
