import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../../drizzle/vocabulary.ts';
import { badgeWords } from '../../../../worker/contract/people/badge.ts';
import { ROLES } from '../../../../worker/contract/people/admin-people.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toast.ts';
import s from '../../../admin-ui/admin.module.css';
import { ListStates } from '../../../admin-ui/list-states.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { personCalls, type PersonDetail, personQuery } from './people.queries.ts';
import { PersonFacts, PersonSessions } from './person-facts.tsx';

export function PersonDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const api = useApi();
  const person = useQuery(personQuery(api, id));
  return (
    <Dialog title={name} onClose={onClose}>
      <div className={s.form}>
        <ListStates list={person} count={person.data ? 1 : 0} empty="">
          {person.data && (
            <>
              <PersonFacts person={person.data} />
              <PersonControls person={person.data} />
              <PersonSessions sessions={person.data.sessions} />
            </>
          )}
        </ListStates>
      </div>
    </Dialog>
  );
}

function PersonControls({ person }: { person: PersonDetail }) {
  const api = useApi();
  const calls = personCalls(api, person.id);
  const [role, setRole] = useState<Role>(person.role);
  const [isSure, setSure] = useState<'ban' | 'role' | 'factor'>();
  const { id, is_banned, is_student_verified } = person;
  const edit = useAction(calls.edit, { done: () => showToast({ title: 'Saved', text: person.email ?? id }) });
  const signOut = useAction(calls.signOut, {
    done: ({ ended }) =>
      showToast({ title: 'Signed out everywhere', text: `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.` }),
  });
  const removeFactor = useAction(calls.removeSecondFactor, {
    done: () => showToast({ title: 'Second factor removed', text: person.email ?? id }),
  });
  const saveRole = () =>
    edit.mutate({ role: { from: person.role, to: role } }, { onSettled: () => setSure(undefined) });
  const saveBan = () =>
    edit.mutate({ is_banned: { from: is_banned, to: !is_banned } }, { onSettled: () => setSure(undefined) });
  return (
    <>
      <div className={s.row}>
        <SelectField label="Role" value={role} onChange={({ target }) => setRole(target.value as Role)}>
          {ROLES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <button
          type="button"
          className="button"
          disabled={role === person.role || edit.isPending}
          onClick={() => (role === 'admin' || person.role === 'admin' ? setSure('role') : saveRole())}
        >
          Save role
        </button>
      </div>
      <div className={s.row}>
        <Switch
          label="Verified as a student"
          words={['Student Verified', 'Not verified as a student']}
          isOn={is_student_verified}
          disabled={edit.isPending}
          onChange={(to) => edit.mutate({ is_student_verified: { from: is_student_verified, to } })}
        />
        {is_student_verified && <span className="muted">{badgeWords(person)}</span>}
      </div>
      <div className={s.row}>
        <button type="button" className="button" disabled={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
          Sign out everywhere
        </button>
        {person.factors.some(({ status }) => status === 'verified') && (
          <button type="button" className="button" disabled={removeFactor.isPending} onClick={() => setSure('factor')}>
            Remove second factor
          </button>
        )}
        <button
          type="button"
          className={`button ${s.danger}`}
          disabled={edit.isPending}
          onClick={() => (is_banned ? saveBan() : setSure('ban'))}
        >
          {is_banned ? 'Unban' : 'Ban'}
        </button>
      </div>
      {isSure === 'ban' && (
        <ConfirmDialog
          title="Ban this person?"
          confirm="Ban"
          isBusy={edit.isPending}
          onConfirm={saveBan}
          onClose={() => setSure(undefined)}
        >
          <p>
            {person.email} is signed out at once and can’t sign in until unbanned. Their tickets are taken off sale.
          </p>
        </ConfirmDialog>
      )}
      {isSure === 'factor' && (
        <ConfirmDialog
          title="Remove the second factor?"
          confirm="Remove"
          isBusy={removeFactor.isPending}
          onConfirm={() => removeFactor.mutate(undefined, { onSettled: () => setSure(undefined) })}
          onClose={() => setSure(undefined)}
        >
          <p>
            {person.email} is signed out everywhere and can then sign in with just a password. Make sure the request
            really comes from them.
          </p>
        </ConfirmDialog>
      )}
      {isSure === 'role' && (
        <ConfirmDialog
          title={role === 'admin' ? 'Make an admin?' : 'Remove admin rights?'}
          confirm={role === 'admin' ? 'Make admin' : 'Remove'}
          isBusy={edit.isPending}
          onConfirm={saveRole}
          onClose={() => setSure(undefined)}
        >
          <p>
            {person.email}{' '}
            {role === 'admin'
              ? 'will be able to see and change everything here.'
              : `will have the role ${role} from now on.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
