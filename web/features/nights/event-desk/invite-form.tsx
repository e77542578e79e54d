import { AddOrganizer } from '../../../../worker/contract/nights/events/organizers.ts';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';

const EMPTY = { email: '' };

/** `added` is the title of the toast. If the person had been added before, the title is `already`. */
export function InviteForm({
  label,
  note,
  button,
  invite,
  added: title,
  already,
}: {
  label: string;
  note: string;
  button: string;
  invite: (email: string) => Promise<{ added: boolean }>;
  added: string;
  already: string;
}) {
  const add = useAction(({ email }: typeof EMPTY) => invite(email), {
    done: ({ added }, { email }) => {
      showToast(added ? { title, text: `${email} gets an email.` } : { title: already, text: email });
      form.reset(EMPTY);
    },
  });
  const form = useForm({ schema: AddOrganizer, initial: EMPTY, mutation: add });
  return (
    <form className={s.form} {...form.props}>
      <Field label={label} type="email" autoComplete="off" {...form.field('email')} />
      <p className={s.small}>{note}</p>
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        {button}
      </button>
    </form>
  );
}
