import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { useAction } from '../../../use-action.ts';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { useApi } from '../../../use-api.ts';
import { CancelEventDialog } from './cancel-event-dialog.tsx';
import { eventCalls } from './admin-events.queries.ts';
import { useOwns } from './use-owns.ts';
import { useEventMoves } from './use-publish.ts';

export const STATUS = {
  draft: { word: 'Draft', tone: 'plain' },
  scheduled: { word: 'Scheduled', tone: 'plain' },
  upcoming: { word: 'Upcoming', tone: 'good' },
  on_now: { word: 'On now', tone: 'live' },
  over: { word: 'Over', tone: 'plain' },
  cancelled: { word: 'Canceled', tone: 'bad' },
} as const;

interface EventActions extends ReturnType<typeof useEventMoves> {
  owns: (event: AdminEvent) => boolean;
  onEdit: (event: AdminEvent) => void;
  onCancel: (event: AdminEvent) => void;
  onDelete: (event: AdminEvent) => void;
}

const COLUMNS: Column<AdminEvent, EventActions>[] = [
  { head: 'Event', cell: (event) => <Named event={event} /> },
  { head: 'Venue', cell: ({ venue }) => [venue.name, venue.city].filter(Boolean).join(', ') },
  { head: 'Starts', cell: ({ start_at }) => <DateTime instant={start_at} /> },
  { head: 'Status', cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].word}</Badge> },
  {
    head: 'Published',
    cell: (event, { isBusy, publish }) => (
      <Switch
        label={`Published: ${event.title}`}
        words={['Yes', 'No']}
        isOn={event.is_published}
        disabled={isBusy}
        onChange={(isOn) => publish(event, isOn)}
      />
    ),
  },
  {
    head: 'Actions',
    isActions: true,
    cell: (event, { isBusy, owns, duplicate, restore, onEdit, onCancel, onDelete }) => (
      <>
        <Link to="/admin/events/$id" params={{ id: event.id }} className="button">
          Open<span className="sr"> {event.title}</span>
        </Link>
        <button type="button" className="button" onClick={() => onEdit(event)}>
          Edit<span className="sr"> {event.title}</span>
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => duplicate(event)}>
          Duplicate<span className="sr"> {event.title}</span>
        </button>
        {event.cancelled_at ? (
          <button type="button" className="button" disabled={isBusy} onClick={() => restore(event)}>
            Bring back<span className="sr"> {event.title}</span>
          </button>
        ) : (
          event.status !== 'over' && (
            <button type="button" className={`button ${s.danger}`} onClick={() => onCancel(event)}>
              Cancel night<span className="sr"> {event.title}</span>
            </button>
          )
        )}
        {owns(event) && (
          <button type="button" className={`button ${s.danger}`} onClick={() => onDelete(event)}>
            Delete<span className="sr"> {event.title}</span>
          </button>
        )}
      </>
    ),
  },
];

export function EventTable({ events, onEdit }: { events: readonly AdminEvent[]; onEdit: (event: AdminEvent) => void }) {
  const [toDelete, setToDelete] = useState<AdminEvent>();
  const [toCancel, setToCancel] = useState<AdminEvent>();
  const owns = useOwns();
  const actions = { ...useEventMoves(onEdit), owns, onEdit, onCancel: setToCancel, onDelete: setToDelete };
  return (
    <>
      <Table caption="Events, latest start first" columns={COLUMNS} rows={events} using={actions} />
      {toCancel && <CancelEventDialog event={toCancel} onClose={() => setToCancel(undefined)} />}
      {toDelete && <DeleteEvent event={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  );
}

function Named({ event: { id, title, slug, is_published, source } }: { event: AdminEvent }) {
  const session = useSession();
  const isAdmin = session.status === 'signed_in' && session.role === 'admin';
  return (
    <>
      {is_published ? (
        <Link to="/events/$slug" params={{ slug }}>
          {title}
        </Link>
      ) : (
        title
      )}
      <div className={s.small}>
        {source !== 'admin' && `from ${source} `}
        {isAdmin && (
          <Link to="/admin/waitlist" search={{ event_id: id }}>
            Waitlist<span className="sr"> of {title}</span>
          </Link>
        )}
      </div>
    </>
  );
}

export function DeleteEvent({
  event,
  onClose,
  onDone,
}: {
  event: AdminEvent;
  onClose: () => void;
  onDone?: () => void;
}) {
  const api = useApi();
  const remove = useAction(eventCalls(api).remove, {
    done: () => {
      showToast({ title: 'Event deleted', text: event.title });
      onDone?.();
    },
  });
  return (
    <ConfirmDialog
      title="Delete this event?"
      confirm="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(event, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{event.title}</b> is deleted with its waitlist, its listings and its chat. Everyone on the waitlist and every
        seller gets an email. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
