import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { CLUB_STATUSES } from '../../../../worker/contract/nights/clubs.ts';
import { stripAt } from '../../../../worker/contract/people/people.ts';
import s from '../../../admin-ui/admin.module.css';
import { StaleEdit } from '../../../admin-ui/stale-edit.tsx';
import { versionsOf } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';
import { clubFormOf, editedClub, EMPTY_CLUB, NewClub } from './club-form.ts';
import { type Club, clubCalls } from './clubs.queries.ts';

/** The form for a new club, or for editing `club`. It can be saved once it has a name. */
export function ClubDialog({ club: opened, onClose }: { club: Club | null; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const [club, setClub] = useState(opened);
  const close = () => form.element.current?.closest('dialog')?.close();
  const save = useAction(clubCalls(api).save, {
    showsVersions: true,
    done: ({ name }) => {
      showToast({ title: 'Club saved', text: name });
      close();
    },
  });
  const form = useForm({
    schema: club ? editedClub(club) : NewClub,
    initial: () => (opened ? clubFormOf(opened) : EMPTY_CLUB),
    mutation: save,
  });
  const { field, values, isBusy, isTouched } = form;
  const versions = versionsOf(save.error);
  const stored = versions?.theirs as Club | null | undefined;
  const takeTheirs = () => {
    save.reset();
    if (!stored) return close();
    setClub(stored);
    form.reset(clubFormOf(stored));
  };
  const saveMine = () => {
    const mine = save.variables;
    if (stored && mine && mine.id !== null)
      save.mutate({ id: mine.id, json: { ...mine.json, updated_at: stored.updated_at } });
  };

  return (
    <Dialog title={club ? 'Edit club' : 'New club'} locked={isTouched || isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <Field label="Name" required autoComplete="off" {...field('name')} />
        <SelectField label="Status" {...field('status')}>
          {CLUB_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
        <TextAreaField label="Description" {...field('description')} />
        <div className={s.pair}>
          <Field label="Website" type="url" placeholder="https://" {...field('website')} />
          <Field
            label="Instagram Handle"
            prefix="@"
            autoCapitalize="none"
            autoComplete="off"
            {...field('ig_handle')}
            onChange={({ target }) => form.change({ ig_handle: stripAt(target.value) })}
          />
          <Field label="Email" type="email" autoComplete="off" {...field('email')} />
          <Field label="Phone" type="tel" autoComplete="off" {...field('phone')} />
        </div>
        <Field label="Logo URL" type="url" placeholder="https://" {...field('logo_url')} />
        {versions ? (
          <StaleEdit versions={versions} onTakeTheirs={takeTheirs} onSaveMine={saveMine} />
        ) : (
          <Alert>{form.error?.message}</Alert>
        )}
        <p className={s.row}>
          <button
            type="submit"
            className="button primary"
            disabled={isBusy || !values.name.trim() || !isTouched}
            aria-busy={isBusy}
          >
            Save
          </button>
          <button type="button" className="button" disabled={isBusy} onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
