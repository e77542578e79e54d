import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { AddOrganizer } from '../../../../worker/contract/nights/events/organizers.ts';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { DeskSection } from './desk-section.tsx';
import { deskCalls, doorStaffQuery } from './desk.queries.ts';

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

/** The event's door and the people invited to work it. It is hidden while hand-over is off. */
export function DoorStaff({ event }: { event: { id: string; slug: string } }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  return switches?.handover ? <Staff event={event} /> : null;
}

function Staff({ event }: { event: { id: string; slug: string } }) {
  const { api } = useRouteContext({ from: '__root__' });
  const list = useQuery(doorStaffQuery(api, event.id));
  const remove = useAction(deskCalls(api, event.id).removeDoorStaff, {
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
        // A full page load, because only the door page is allowed to use the camera.
        <a className="button" href={`/door/${event.slug}`}>
          Open the door
        </a>
      }
    >
      <InviteToDoor event_id={event.id} />
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

function InviteToDoor({ event_id }: { event_id: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const add = useAction(({ email }: { email: string }) => deskCalls(api, event_id).addDoorStaff(email), {
    done: ({ added }, { email }) => {
      showToast(
        added
          ? { title: 'Invited to the door', text: `${email} gets an email.` }
          : { title: 'Already invited to the door', text: email },
      );
      form.reset({ email: '' });
    },
  });
  const form = useForm({ schema: AddOrganizer, initial: { email: '' }, mutation: add });
  return (
    <form className={s.form} {...form.props}>
      <Field
        label="Email address of a person to add to the door"
        type="email"
        autoComplete="off"
        {...form.field('email')}
      />
      <p className={s.small}>They let people in on this night and can’t change anything else.</p>
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        Invite to the door
      </button>
    </form>
  );
}
