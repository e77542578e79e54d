import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type Club, clubCalls } from './clubs.queries.ts';

const TONE = { active: 'good', inactive: 'bad', draft: 'plain' } as const;

interface ClubActions {
  onEdit: (club: Club) => void;
  onDelete: (club: Club) => void;
}

const COLUMNS: Column<Club, ClubActions>[] = [
  { head: 'Club', cell: ({ name }) => name },
  { head: 'Status', cell: ({ status }) => <Badge tone={TONE[status]}>{status}</Badge> },
  { head: 'Contact', cell: (club) => <Contact club={club} /> },
  { head: 'Updated', cell: ({ updated_at }) => <DateTime instant={updated_at} /> },
  {
    head: 'Actions',
    isActions: true,
    cell: (club, { onEdit, onDelete }) => (
      <>
        <button type="button" className="button" onClick={() => onEdit(club)}>
          Edit<span className="sr"> {club.name}</span>
        </button>
        <button type="button" className={`button ${s.danger}`} onClick={() => onDelete(club)}>
          Delete<span className="sr"> {club.name}</span>
        </button>
      </>
    ),
  },
];

export function ClubTable({ clubs, onEdit }: { clubs: readonly Club[]; onEdit: (club: Club) => void }) {
  const [toDelete, setToDelete] = useState<Club>();
  return (
    <>
      <Table
        caption="Clubs, latest update first"
        columns={COLUMNS}
        rows={clubs}
        using={{ onEdit, onDelete: setToDelete }}
      />
      {toDelete && <DeleteClub club={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  );
}

function Contact({ club: { website, ig_handle, email, phone } }: { club: Club }) {
  return (
    <>
      {website && (
        <div>
          <a href={website} rel="noreferrer" target="_blank">
            {website.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        </div>
      )}
      {ig_handle && <div>@{ig_handle}</div>}
      {email && <div>{email}</div>}
      {phone && <div>{phone}</div>}
      {!website && !ig_handle && !email && !phone && <span className="muted">—</span>}
    </>
  );
}

function DeleteClub({ club, onClose }: { club: Club; onClose: () => void }) {
  const api = useApi();
  const remove = useAction(clubCalls(api).remove, {
    done: () => showToast({ title: 'Club deleted', text: club.name }),
  });
  return (
    <ConfirmDialog
      title="Delete this club?"
      confirm="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(club, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>
        <b>{club.name}</b> is deleted from the list. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
