import { Link, useRouteContext } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.ts';
import s from '../admin/admin.module.css';
import { At } from '../admin/at.tsx';
import { useAction } from '../admin/use-action.ts';
import { type Queue, type Waiting, wordOf } from './queues.ts';

const TONE: Record<string, 'good' | 'bad' | 'live'> = {
  accepted: 'good',
  approved: 'good',
  declined: 'bad',
  rejected: 'bad',
  suspended: 'bad',
  needs_info: 'live',
};

/** The rows of a queue, each with the moves it may make as buttons. */
export function ReviewTable({
  queue,
  rows,
  picked,
  onPick,
  onNote,
}: {
  queue: Queue;
  rows: readonly Waiting[];
  picked: ReadonlySet<string>;
  onPick: (ids: ReadonlySet<string>) => void;
  onNote: (row: Waiting) => void;
}) {
  const { api } = useRouteContext({ from: '__root__' });
  const decide = useAction(
    ({ row, status }: { row: Waiting; status: string }) => queue.decide(api, row.id, { status, updated_at: row.updated_at }),
    {
      done: (_saved, { row, status }) => showToast({ title: `${row.name}: ${wordOf(status)}`, text: 'We told them by mail.' }),
    },
  );
  const columns: Column<Waiting>[] = [
    { head: 'Person', cell: (row) => <Person row={row} /> },
    { head: 'Reach', cell: ({ phone, instagram }) => [phone, `@${instagram}`].map((text) => <div key={text}>{text}</div>) },
    ...(queue.hasEvents ? [{ head: 'Event', cell: (row: Waiting) => <EventOf row={row} /> }] : []),
    { head: 'Status', cell: ({ status }) => <Badge tone={TONE[status] ?? 'plain'}>{wordOf(status)}</Badge> },
    { head: 'Joined', cell: ({ created_at }) => <At instant={created_at} /> },
    {
      head: 'Decide',
      isActions: true,
      cell: (row) => (
        <>
          {queue.moves[row.status]?.map((status) => (
            <button
              key={status}
              type="button"
              className="button"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ row, status })}
            >
              {queue.verbs[status]}
              <span className="sr"> {row.name}</span>
            </button>
          ))}
          <button type="button" className="button" onClick={() => onNote(row)}>
            Note<span className="sr"> on {row.name}</span>
          </button>
        </>
      ),
    },
  ];
  const picking = { picked, onPick, nameOf: ({ name }: Waiting) => name };
  return (
    <Table caption={`${queue.hasEvents ? 'Waitlist' : 'Applications'}, newest first`} columns={columns} rows={rows} picking={picking} />
  );
}

function Person({ row: { name, email, school, note } }: { row: Waiting }) {
  return (
    <>
      {name}
      <div className={s.small}>
        {email}
        <br />
        {school}
      </div>
      {note && <div className={s.small}>Note: {note}</div>}
    </>
  );
}

function EventOf({ row: { event } }: { row: Waiting }) {
  if (!event) return 'The product';
  return (
    <>
      <Link to="/events/$slug" params={{ slug: event.slug }}>
        {event.title}
      </Link>
      <div className={s.small}>
        <At instant={event.start_at} />
      </div>
    </>
  );
}
