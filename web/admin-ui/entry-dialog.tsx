import { type ReactNode, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { versionsOf } from '../api.ts';
import { Alert } from '../ui/alert.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { showToast } from '../ui/toast.ts';
import { useAction } from '../use-action.ts';
import { useForm } from '../use-form.ts';
import s from './admin.module.css';
import { FormButtons } from './form-buttons.tsx';
import { StaleEdit } from './stale-edit.tsx';

export type EntryChange<New, Edit> = { id: null; json: New } | { id: string; json: Edit };

interface EntryForm<Entry, Form, Change> {
  noun: string;
  /** The entry to edit, or null for a new one. */
  opened: Entry | null;
  save: (change: Change) => Promise<{ name: string }>;
  schemaOf: (entry: Entry | null) => GenericSchema<Form, Change>;
  formOf: (entry: Entry | null) => Form;
  /** `entry` is the version that is being edited. */
  children: (form: ReturnType<typeof useForm<Form & object, Change>>, entry: Entry | null) => ReactNode;
  onClose: () => void;
}

/** The form can be saved once it has changed and the entry has a name. */
export function EntryDialog<
  Entry extends { updated_at: string },
  Form extends { name: string },
  New,
  Edit extends { updated_at: string },
>({ noun, opened, save: send, schemaOf, formOf, children, onClose }: EntryForm<Entry, Form, EntryChange<New, Edit>>) {
  const [entry, setEntry] = useState(opened);
  const save = useAction(send, {
    showsVersions: true,
    done: ({ name }) => {
      showToast({ title: `${noun.replace(/^./, (letter) => letter.toUpperCase())} saved`, text: name });
      form.close();
    },
  });
  const form = useForm({ schema: schemaOf(entry), initial: () => formOf(opened), mutation: save });
  const { values, isBusy, isTouched } = form;
  const versions = versionsOf(save.error);
  const stored = versions?.theirs as Entry | null | undefined;
  const takeTheirs = () => {
    save.reset();
    if (!stored) return form.close();
    setEntry(stored);
    form.reset(formOf(stored));
  };
  const saveMine = () => {
    const mine = save.variables;
    if (stored && mine && mine.id !== null)
      save.mutate({ id: mine.id, json: { ...mine.json, updated_at: stored.updated_at } });
  };
  return (
    <Dialog title={entry ? `Edit ${noun}` : `New ${noun}`} locked={isTouched || isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        {children(form, entry)}
        {versions ? (
          <StaleEdit versions={versions} onTakeTheirs={takeTheirs} onSaveMine={saveMine} />
        ) : (
          <Alert>{form.error?.message}</Alert>
        )}
        <FormButtons isBusy={isBusy} disabled={isBusy || !values.name.trim() || !isTouched} onBack={form.close}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
