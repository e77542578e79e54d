import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { badgeWords } from '../../../../worker/contract/people/badge.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { movesOf, type Queue, type Waiting, wordOf } from './review-queues.ts';
import { useKeys } from './use-keys.ts';
import { useRowFocus } from './use-row-focus.ts';
import type { Report } from './use-undo-decision.ts';

const TONE: Record<string, 'good' | 'bad' | 'live'> = {
  accepted: 'good',
  approved: 'good',
  declined: 'bad',
  rejected: 'bad',
  suspended: 'bad',
  needs_info: 'live',
};

interface ReviewActions {
  queue: Queue;
  isBusy: boolean;
  onDecide: (row: Waiting, status: string) => void;
  onNote: (row: Waiting) => void;
}

const COLUMNS: Column<Waiting, ReviewActions>[] = [
  { head: 'Person', cell: (row) => <Person row={row} /> },
  {
    head: 'Reach',
    cell: ({ phone, instagram }) => [phone, `@${instagram}`].map((text) => <div key={text}>{text}</div>),
  },
  { head: 'Event', cell: (row) => <EventOf row={row} /> },
  {
    head: 'Status',
    cell: ({ status, confirmed_at }) => (
      <Badge tone={TONE[status] ?? 'plain'}>{confirmed_at === null ? 'Not confirmed' : wordOf(status)}</Badge>
    ),
  },
  { head: 'Joined', cell: ({ created_at }) => <DateTime instant={created_at} /> },
  { head: 'Decide', isActions: true, cell: (row, actions) => <Moves row={row} actions={actions} /> },
];

export function ReviewTable({
  queue,
  rows,
  picked,
  report,
  undoLast,
  onPick,
  onNote,
}: {
  queue: Queue;
  rows: readonly Waiting[];
  picked: ReadonlySet<string>;
  report: Report;
  undoLast: () => void;
  onPick: (ids: ReadonlySet<string>) => void;
  onNote: (row: Waiting) => void;
}) {
  const api = useApi();
  const { part, focus } = useRowFocus();
  const [isOn, setOn] = useState(true);
  const [isListed, setListed] = useState(false);
  const deciding = useRef(new Set<string>());
  const [asked, setAsked] = useState<Waiting>();
  const decide = useAction(
    ({ row, status }: { row: Waiting; status: string }) =>
      queue.decide(api, row.id, { status, updated_at: row.updated_at }),
    {
      done: (saved, { row, status }) =>
        report(`${row.name}: ${wordOf(status)}`, { ids: [row.id], undo_until: saved?.undo_until }),
    },
  );
  const move = (row: Waiting, status: string) => {
    if (deciding.current.has(row.id)) return;
    deciding.current.add(row.id);
    decide.mutate({ row, status }, { onSettled: () => deciding.current.delete(row.id) });
    focus.leave(row.id);
  };
  const moveFocused = (status: string) => {
    const row = rows.find(({ id }) => id === focus.current());
    if (row && movesOf(queue, row).includes(status)) move(row, status);
  };
  useKeys(isOn, {
    j: () => focus.step(1),
    k: () => focus.step(-1),
    a: () => moveFocused(queue.keys.a),
    d: () => moveFocused(queue.keys.d),
    u: undoLast,
    '?': () => setListed(true),
  });
  const columns = queue.hasEvents ? COLUMNS : COLUMNS.filter(({ head }) => head !== 'Event');
  const actions: ReviewActions = {
    queue,
    isBusy: decide.isPending,
    onDecide: (row, status) => (status === 'needs_info' ? setAsked(row) : move(row, status)),
    onNote,
  };
  const picking = { picked, onPick, nameOf: ({ name }: Waiting) => name };
  return (
    <div ref={part} tabIndex={-1}>
      <Table
        caption={`${queue.hasEvents ? 'Waitlist' : 'Applications'}, newest first`}
        columns={columns}
        rows={rows}
        using={actions}
        picking={picking}
        hasRowFocus
      />
      <p className={s.below}>
        <button type="button" className="button" aria-keyshortcuts="?" onClick={() => setListed(true)}>
          Keys
        </button>
      </p>
      {isListed && <KeysDialog queue={queue} isOn={isOn} onTurn={setOn} onClose={() => setListed(false)} />}
      {asked && <QuestionDialog queue={queue} row={asked} report={report} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function Moves({ row, actions: { queue, isBusy, onDecide, onNote } }: { row: Waiting; actions: ReviewActions }) {
  return (
    <>
      {movesOf(queue, row).map((status) => (
        <button key={status} type="button" className="button" disabled={isBusy} onClick={() => onDecide(row, status)}>
          {queue.verbs[status]}
          <span className="sr"> {row.name}</span>
        </button>
      ))}
      <button type="button" className="button" onClick={() => onNote(row)}>
        Note<span className="sr"> on {row.name}</span>
      </button>
    </>
  );
}

function Person({ row }: { row: Waiting }) {
  const { name, email, school, note, places = 1 } = row;
  return (
    <>
      {name}
      <div className={s.small}>
        {email}
        <br />
        {school}
      </div>
      <BadgeOf row={row} />
      {places > 1 && <div className={s.small}>{places} places, all or none</div>}
      {note && <div className={s.small}>Note: {note}</div>}
    </>
  );
}

/** Shows the student badge, or why there is none. People can also send forms without signing in. */
function BadgeOf({ row: { has_account, has_badge, badge_at } }: { row: Waiting }) {
  if (has_badge) return <Badge tone="good">{badgeWords({ badge_at })}</Badge>;
  return <div className={s.small}>{has_account ? 'No student badge' : 'Sent without signing in'}</div>;
}

function EventOf({ row: { event } }: { row: Waiting }) {
  if (!event?.title || !event.slug || !event.start_at) return 'Vouch itself';
  return (
    <>
      <Link to="/events/$slug" params={{ slug: event.slug }}>
        {event.title}
      </Link>
      <div className={s.small}>
        <DateTime instant={event.start_at} />
      </div>
    </>
  );
}
