import { useState } from 'react';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { venueCalls } from './admin-venues.queries.ts';
import { MergeVenue } from './merge-venue.tsx';

interface VenueActions {
  onEdit: (venue: AdminVenue) => void;
  onMerge: (venue: AdminVenue) => void;
  onDelete: (venue: AdminVenue) => void;
}

const COLUMNS: Column<AdminVenue, VenueActions>[] = [
  { head: 'Venue', cell: ({ name }) => name },
  { head: 'Address', cell: ({ address, city, state }) => [address, city, state].filter(Boolean).join(', ') },
  { head: 'Upcoming events', isNumber: true, cell: ({ coming_events }) => coming_events },
  { head: 'Other names', isNumber: true, cell: ({ aliases }) => aliases },
  {
    head: 'Actions',
    isActions: true,
    cell: (venue, { onEdit, onMerge, onDelete }) => (
      <>
        <button type="button" className="button" onClick={() => onEdit(venue)}>
          Edit<span className="sr"> {venue.name}</span>
        </button>
        <button type="button" className="button" onClick={() => onMerge(venue)}>
          Merge into…<span className="sr"> ({venue.name})</span>
        </button>
        {!venue.is_used && (
          <button type="button" className={`button ${s.danger}`} onClick={() => onDelete(venue)}>
            Delete<span className="sr"> {venue.name}</span>
          </button>
        )}
      </>
    ),
  },
];

export function VenueTable({
  shown,
  all,
  onEdit,
}: {
  shown: readonly AdminVenue[];
  all: readonly AdminVenue[];
  onEdit: (venue: AdminVenue) => void;
}) {
  const [toMerge, setToMerge] = useState<AdminVenue>();
  const [toDelete, setToDelete] = useState<AdminVenue>();
  return (
    <>
      <Table
        caption="Venues by name"
        columns={COLUMNS}
        rows={shown}
        using={{ onEdit, onMerge: setToMerge, onDelete: setToDelete }}
      />
      {toMerge && <MergeVenue venue={toMerge} venues={all} onClose={() => setToMerge(undefined)} />}
      {toDelete && <DeleteVenue venue={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  );
}

function DeleteVenue({ venue, onClose }: { venue: AdminVenue; onClose: () => void }) {
  const api = useApi();
  const remove = useAction(venueCalls(api).remove, {
    done: () => showToast({ title: 'Venue deleted', text: venue.name }),
  });
  return (
    <ConfirmDialog
      title="Delete this venue?"
      confirm="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(venue, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{venue.name}</b> and its other names are deleted. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
