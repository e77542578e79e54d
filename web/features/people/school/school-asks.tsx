import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { declineAsk, type SchoolAsk } from './admin-schools.queries.ts';
import type { SchoolText } from './school-form.ts';

interface Actions {
  onAdd: (initial: SchoolText) => void;
  onDecline: (id: string) => void;
  isBusy: boolean;
}

const COLUMNS: Column<SchoolAsk, Actions>[] = [
  { head: 'Asked for', cell: ({ name }) => name },
  { head: 'Email domain', cell: ({ domain }) => domain },
  { head: 'By', cell: ({ person_name }) => person_name ?? '—' },
  { head: 'When', cell: ({ created_at }) => <DateTime instant={created_at} /> },
  {
    head: 'Actions',
    isActions: true,
    cell: ({ id, name, domain }, { onAdd, onDecline, isBusy }) => (
      <>
        <button
          type="button"
          className="button"
          onClick={() => onAdd({ name, city: '', domains: `${domain} student` })}
        >
          Add<span className="sr"> {name}</span>
        </button>
        <button type="button" className={`button ${s.danger}`} disabled={isBusy} onClick={() => onDecline(id)}>
          Decline<span className="sr"> {name}</span>
        </button>
      </>
    ),
  },
];

export function SchoolAsks({ asks, onAdd }: { asks: readonly SchoolAsk[]; onAdd: Actions['onAdd'] }) {
  const api = useApi();
  const decline = useAction((id: string) => declineAsk(api, id), {
    done: () => showToast({ title: 'Declined', text: 'The student gets an email.' }),
  });
  if (asks.length === 0) return <p className="muted">No open requests for schools.</p>;
  return (
    <>
      <h2>Requested by students</h2>
      <Table
        caption="Requested by students"
        columns={COLUMNS}
        rows={asks}
        using={{ onAdd, onDecline: decline.mutate, isBusy: decline.isPending }}
      />
    </>
  );
}
