import { useState } from 'react';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useAction } from '../../../use-action.ts';
import { setOnly, useFilters } from '../../../admin-ui/use-filters.ts';
import { usePages } from '../../../admin-ui/use-pages.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EventFilter } from './event-filter.tsx';
import { downloadCsv } from '../../../admin-ui/download-csv.ts';
import { useApi } from '../../../use-api.ts';
import { NoteDialog } from './note-dialog.tsx';
import { type Queue, type Waiting, wordOf } from './review-queues.ts';
import { ReviewTable } from './review-table.tsx';
import { useUndoDecision } from './use-undo-decision.ts';

const WHEN = { tonight: 'Tonight', tomorrow: 'Tomorrow', weekend: 'This weekend' };
const NONE: ReadonlySet<string> = new Set();

export function ReviewQueue({ queue }: { queue: Queue }) {
  const api = useApi();
  const [filters, change] = useFilters(['status', 'email', 'when', 'event_id']);
  const [picked, setPicked] = useState(NONE);
  const { report, undoLast } = useUndoDecision(queue);
  const [noteOn, setNoteOn] = useState<Waiting>();
  const query = setOnly(queue.hasEvents ? filters : { ...filters, when: '', event_id: '' });
  const list = usePages([queue.name, query], (at) => queue.read(api, { ...at, ...query }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const narrow = (changed: Partial<typeof filters>) => {
    setPicked(NONE);
    change(changed);
  };
  const save = useAction(() => downloadCsv(queue.csv, query), { done: () => showToast({ title: 'CSV downloaded' }) });
  return (
    <>
      <search className={s.filters}>
        <SearchBox
          label="Email begins with"
          value={filters.email}
          onSearch={(email) => narrow({ email: email.toLowerCase() })}
        />
        <SelectField label="Status" value={filters.status} onChange={({ target }) => narrow({ status: target.value })}>
          <option value="">All</option>
          {queue.statuses.map((status) => (
            <option key={status} value={status}>
              {wordOf(status)}
            </option>
          ))}
        </SelectField>
        {queue.hasEvents && (
          <SelectField label="Night" value={filters.when} onChange={({ target }) => narrow({ when: target.value })}>
            <option value="">All</option>
            {Object.entries(WHEN).map(([when, words]) => (
              <option key={when} value={when}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
        {queue.hasEvents && <EventFilter value={filters.event_id} onChange={(event_id) => narrow({ event_id })} />}
        <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate(undefined)}>
          Download CSV
        </button>
      </search>
      <ListStates list={list} count={rows.length} isFiltered={Object.keys(query).length > 0} empty={queue.empty}>
        <ReviewTable
          queue={queue}
          rows={rows}
          picked={picked}
          report={report}
          undoLast={undoLast}
          onPick={setPicked}
          onNote={setNoteOn}
        />
      </ListStates>
      <BulkBar
        queue={queue}
        rows={rows.filter(({ id }) => picked.has(id))}
        report={report}
        onDone={() => setPicked(NONE)}
      />
      {noteOn && <NoteDialog queue={queue} row={noteOn} onClose={() => setNoteOn(undefined)} />}
    </>
  );
}
