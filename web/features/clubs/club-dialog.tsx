import { useRouteContext } from '@tanstack/react-router';
import { type ChangeEvent, useRef, useState } from 'react';
import { CLUB_STATUSES } from '../../../worker/contract/clubs.ts';
import { ApiError } from '../../api.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.ts';
import s from '../../admin-ui/admin.module.css';
import { StaleEdit } from '../../admin-ui/stale-edit.tsx';
import { fieldsOf, useAction } from '../../use-action.ts';
import { type ClubForm, clubFormOf, editedClub, EMPTY_CLUB, newClub, typed } from './club-form.ts';
import { type Club, clubCalls, type ClubEdit } from './clubs.queries.ts';

/** The form of a club: a new one, or `club` to edit. Saving is possible once it has a name. */
export function ClubDialog({ club: opened, onClose }: { club: Club | null; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const calls = clubCalls(api);
  const [club, setClub] = useState(opened);
  const [form, setForm] = useState(() => (opened ? clubFormOf(opened) : EMPTY_CLUB));
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const element = useRef<HTMLFormElement>(null);
  const isTouched = JSON.stringify(form) !== JSON.stringify(club ? clubFormOf(club) : EMPTY_CLUB);
  const close = () => element.current?.closest('dialog')?.close();
  const done = ({ name }: { name: string }) => {
    showToast({ title: 'Club saved', text: name });
    close();
  };
  const create = useAction(calls.create, { done });
  const edit = useAction(calls.edit, { showsVersions: true, done });
  const isBusy = create.isPending || edit.isPending;
  const versions = edit.error instanceof ApiError ? edit.error.versions : undefined;
  const reject = (found: Record<string, string | undefined>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const onError = (error: Error) => reject(fieldsOf(error));

  const send = (json: ClubEdit) => club && edit.mutate({ id: club.id, json }, { onError });
  const submit = () => {
    const { input, errors: found } = club ? editedClub(form, club) : newClub(form);
    reject(found ?? {});
    if (!input) return;
    if (club) send(input as ClubEdit);
    else create.mutate(input as Parameters<typeof create.mutate>[0], { onError });
  };
  const field = (name: keyof ClubForm) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      setForm((before) => typed(before, { [name]: target.value }));
      setErrors(({ [name]: _mended, ...others }) => others);
    },
  });
  const takeTheirs = () => {
    const stored = versions?.theirs as Club | null | undefined;
    edit.reset();
    if (!stored) return close();
    setClub(stored);
    setForm(clubFormOf(stored));
  };
  const saveMine = () => {
    const stored = versions?.theirs as Club | null | undefined;
    if (stored && edit.variables) send({ ...edit.variables.json, updated_at: stored.updated_at });
  };

  return (
    <Dialog title={club ? 'Edit club' : 'New club'} locked={isTouched || isBusy} onClose={onClose}>
      <form
        ref={element}
        className={s.form}
        noValidate
        onSubmit={(sent) => {
          sent.preventDefault();
          submit();
        }}
      >
        <Field label="Name" required autoComplete="off" {...field('name')} />
        <SelectField label="Status" {...field('status')}>
          {CLUB_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
        <TextAreaField label="Description" {...field('description')} />
        <div className={s.pair}>
          <Field label="Website" type="url" placeholder="https://" {...field('website')} />
          <Field label="Instagram Handle" prefix="@" autoCapitalize="none" autoComplete="off" {...field('ig_handle')} />
          <Field label="Email" type="email" autoComplete="off" {...field('email')} />
          <Field label="Phone" type="tel" autoComplete="off" {...field('phone')} />
        </div>
        <Field label="Logo URL" type="url" placeholder="https://" {...field('logo_url')} />
        {versions && <StaleEdit versions={versions} onTakeTheirs={takeTheirs} onSaveMine={saveMine} />}
        <p className={s.row}>
          <button type="submit" className="button primary" disabled={isBusy || !form.name.trim() || !isTouched} aria-busy={isBusy}>
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
