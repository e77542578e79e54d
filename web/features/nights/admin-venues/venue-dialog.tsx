import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminVenue } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { StaleEdit } from '../../../admin-ui/stale-edit.tsx';
import { versionsOf } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';
import { venueCalls } from './admin-venues.queries.ts';
import { editedVenue, EMPTY_VENUE, NewVenue, venueFormOf } from './venue-form.ts';

/** The form for a new venue, or for editing `venue`. It can be saved once something has changed and it has a name. */
export function VenueDialog({ venue: opened, onClose }: { venue: AdminVenue | null; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const [venue, setVenue] = useState(opened);
  const close = () => form.element.current?.closest('dialog')?.close();
  const save = useAction(venueCalls(api).save, {
    showsVersions: true,
    done: ({ name }) => {
      showToast({ title: 'Venue saved', text: name });
      close();
    },
  });
  const form = useForm({
    schema: venue ? editedVenue(venue) : NewVenue,
    initial: () => (opened ? venueFormOf(opened) : EMPTY_VENUE),
    mutation: save,
  });
  const { field, values, isBusy, isTouched } = form;
  const versions = versionsOf(save.error);
  const stored = versions?.theirs as AdminVenue | null | undefined;
  const takeTheirs = () => {
    save.reset();
    if (!stored) return close();
    setVenue(stored);
    form.reset(venueFormOf(stored));
  };
  const saveMine = () => {
    const mine = save.variables;
    if (stored && mine && mine.id !== null)
      save.mutate({ id: mine.id, json: { ...mine.json, updated_at: stored.updated_at } });
  };

  return (
    <Dialog title={venue ? 'Edit venue' : 'New venue'} locked={isTouched || isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <Field label="Name" required autoComplete="off" {...field('name')} />
        <Field label="Address" autoComplete="off" {...field('address')} />
        <div className={s.pair}>
          <Field label="City" required autoComplete="off" {...field('city')} />
          <Field label="State" autoComplete="off" {...field('state')} />
        </div>
        {venue && <p className="muted">If you change the name or city, feeds may still use the old one.</p>}
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
