import { useQuery } from '@tanstack/react-query';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { useApi } from '../../../use-api.ts';
import { DeskSection } from './desk-section.tsx';
import { deskCalls, doorStaffQuery } from './desk.queries.ts';
import { InviteForm } from './invite-form.tsx';

interface Row {
  id: string;
  name: string;
  email: string;
}

const COLUMNS: Column<Row, (row: Row) => void>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Address', cell: ({ email }) => email },
  {
    head: 'Actions',
    isActions: true,
    cell: (row, onRemove) => (
      <button type="button" className="button" onClick={() => onRemove(row)}>
        Remove<span className="sr"> {row.name} from the door</span>
      </button>
    ),
  },
];

export function DoorStaff({ event }: { event: { id: string; slug: string } }) {
  const switches = useSwitches();
  return switches?.handover ? <Staff event={event} /> : null;
}

function Staff({ event }: { event: { id: string; slug: string } }) {
  const api = useApi();
  const list = useQuery(doorStaffQuery(api, event.id));
  const calls = deskCalls(api, event.id);
  const remove = useAction(calls.removeDoorStaff, {
    done: () => showToast({ title: 'Removed from the door' }),
  });
  const rows = (list.data?.staff ?? []).map(({ id, display_name, email }) => ({
    id,
    name: display_name ?? 'No name',
    email: email ?? '',
  }));
  return (
    <DeskSection
      title="Door"
      action={
        // A full page load, because only a page loaded at the address of a door may use the camera.
        <a className="button" href={`/door/${event.slug}`}>
          Open the door
        </a>
      }
    >
      <InviteForm
        label="Email address of a person to add to the door"
        note="They let people in on this night and can’t change anything else."
        button="Invite to the door"
        invite={calls.addDoorStaff}
        added="Invited to the door"
        already="Already invited to the door"
      />
      <ListStates list={list} count={rows.length} empty="Only the organizers of this night can open its door.">
        <Table
          caption="People at the door of this night"
          columns={COLUMNS}
          rows={rows}
          using={({ id }) => remove.mutate(id)}
        />
      </ListStates>
    </DeskSection>
  );
}
