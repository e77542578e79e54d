import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useUserId } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { DeskSection } from './desk-section.tsx';
import { deskCalls, organizersQuery } from './desk.queries.ts';
import { InviteForm } from './invite-form.tsx';

interface Row {
  id: string;
  name: string;
  email: string;
  role: string;
  /** The action that the reader can take on this co-organizer. */
  action: 'Remove' | 'Leave' | null;
}

const COLUMNS: Column<Row, (row: Row) => void>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Address', cell: ({ email }) => email },
  { head: 'Role', cell: ({ role }) => role },
  {
    head: 'Actions',
    isActions: true,
    cell: (row, onAct) =>
      row.action && (
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => onAct(row)}>
          {row.action}
          {row.action === 'Remove' && <span className="sr"> {row.name}</span>}
        </button>
      ),
  },
];

export function Organizers({ event_id }: { event_id: string }) {
  const api = useApi();
  const [toRemove, setToRemove] = useState<Row>();
  const list = useQuery(organizersQuery(api, event_id));
  const { organizer, co_organizers = [], may_change = false } = list.data ?? {};
  const own = useUserId();
  const rows: Row[] = co_organizers.map(({ id, display_name, email }) => ({
    id,
    name: display_name ?? 'No name',
    email: email ?? '',
    role: 'Co-organizer',
    action: id === own ? 'Leave' : may_change ? 'Remove' : null,
  }));
  if (organizer) {
    const { display_name, email } = organizer;
    rows.unshift({
      id: 'organizer',
      name: display_name ?? 'No name',
      email: email ?? '',
      role: 'Organizer',
      action: null,
    });
  }
  return (
    <DeskSection title="Organizers">
      {may_change && (
        <InviteForm
          label="Email address of a co-organizer"
          note="They manage this night like you, but can’t delete it or change who organizes it."
          button="Add co-organizer"
          invite={deskCalls(api, event_id).addOrganizer}
          added="Co-organizer added"
          already="Already organizes this night"
        />
      )}
      <ListStates list={list} count={rows.length} empty="Only admins manage this night.">
        <Table caption="Organizers of this night" columns={COLUMNS} rows={rows} using={setToRemove} />
      </ListStates>
      {toRemove && <RemoveCoOrganizer event_id={event_id} row={toRemove} onClose={() => setToRemove(undefined)} />}
    </DeskSection>
  );
}

function RemoveCoOrganizer({ event_id, row, onClose }: { event_id: string; row: Row; onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const leaves = row.action === 'Leave';
  const remove = useAction(deskCalls(api, event_id).removeOrganizer, {
    done: () => {
      showToast({ title: leaves ? 'You have left the organizers' : 'Co-organizer removed', text: row.name });
      if (leaves) void navigate({ to: '/admin/events' });
    },
  });
  return (
    <ConfirmDialog
      title={leaves ? 'Leave the organizers?' : 'Remove this co-organizer?'}
      confirm={leaves ? 'Leave' : 'Remove'}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(row.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{leaves ? 'You' : <b>{row.name}</b>} will no longer be able to manage this night.</p>
    </ConfirmDialog>
  );
}
