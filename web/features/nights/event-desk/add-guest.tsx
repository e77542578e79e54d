import * as v from 'valibot';
import { Guest } from '../../../../worker/contract/nights/events/guests.ts';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { deskCalls } from './desk.queries.ts';

const EMPTY = { name: '', places: '1' };

const Typed = v.pipe(
  v.object({ name: v.string(), places: v.string() }),
  v.transform(({ name, places }) => ({ name, places: places.trim() === '' ? Number.NaN : Number(places) })),
  Guest,
);

export function AddGuest({ event_id }: { event_id: string }) {
  const api = useApi();
  const add = useAction((guest: Guest) => deskCalls(api, event_id).addGuests([guest]), {
    done: ({ added }, { name }) => {
      showToast(
        added > 0 ? { title: 'Guest added', text: name } : { title: 'This name is on the list already', text: name },
      );
      form.reset(EMPTY);
    },
  });
  const form = useForm({ schema: Typed, initial: EMPTY, mutation: add });
  return (
    <form className={s.form} {...form.props}>
      <div className={s.pair}>
        <Field label="Guest’s name" autoComplete="off" {...form.field('name')} />
        <Field label="Places" inputMode="numeric" autoComplete="off" {...form.field('places')} />
      </div>
      <Alert>{form.error?.message}</Alert>
      <button type="submit" className="button" disabled={form.isBusy} aria-busy={form.isBusy}>
        Add guest
      </button>
    </form>
  );
}
