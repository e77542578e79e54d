import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import s from '../../../admin-ui/admin.module.css';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { CancelEventDialog } from '../admin-events/cancel-event-dialog.tsx';
import { EventDialog } from '../admin-events/event-dialog.tsx';
import { DeleteEvent } from '../admin-events/event-table.tsx';
import { useOwns } from '../admin-events/use-owns.ts';
import { useEventMoves } from '../admin-events/use-publish.ts';

export function DeskActions({ event }: { event: AdminEvent }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'cancel' | 'delete'>();
  const owns = useOwns();
  const { isBusy, publish, duplicate, restore } = useEventMoves(
    ({ id }) => void navigate({ to: '/admin/events/$id', params: { id } }),
  );
  const { is_published } = event;
  return (
    <div className={s.row}>
      <button type="button" className="button primary" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
        Edit
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => publish(event, !is_published)}>
        {is_published ? 'Unpublish' : 'Publish'}
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => duplicate(event)}>
        Duplicate
      </button>
      {is_published && event.status !== 'scheduled' && (
        <Link to="/events/$slug" params={{ slug: event.slug }} className="button">
          View page
        </Link>
      )}
      {event.cancelled_at ? (
        <button type="button" className="button" disabled={isBusy} onClick={() => restore(event)}>
          Bring back
        </button>
      ) : (
        event.status !== 'over' && (
          <button
            type="button"
            className={`button ${s.danger}`}
            aria-haspopup="dialog"
            onClick={() => setOpen('cancel')}
          >
            Cancel night
          </button>
        )
      )}
      {owns(event) && (
        <button type="button" className={`button ${s.danger}`} aria-haspopup="dialog" onClick={() => setOpen('delete')}>
          Delete
        </button>
      )}
      {open === 'edit' && <EventDialog event={event} onClose={() => setOpen(undefined)} />}
      {open === 'cancel' && <CancelEventDialog event={event} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <DeleteEvent
          event={event}
          onClose={() => setOpen(undefined)}
          onDone={() => void navigate({ to: '/admin/events' })}
        />
      )}
    </div>
  );
}
