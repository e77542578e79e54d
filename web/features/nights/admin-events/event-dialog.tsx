import { useState } from 'react';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { StaleEdit } from '../../../admin-ui/stale-edit.tsx';
import { versionsOf } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { usePoster } from '../images/use-poster.ts';
import { type EventChange, eventCalls } from './admin-events.queries.ts';
import { EventFields } from './event-fields.tsx';
import { EMPTY_EVENT, editedEvent, formOf, NewEvent } from './event-form.ts';
import { useShowField } from './use-show-field.ts';

/** Once something is typed or a poster is chosen, Escape and a click outside no longer close the dialog. */
export function EventDialog({ event: opened, onClose }: { event: AdminEvent | null; onClose: () => void }) {
  const api = useApi();
  const calls = eventCalls(api);
  const [event, setEvent] = useState(opened);
  const show = useShowField(api);
  const [isFollowing, setFollowing] = useState(false);
  const poster = usePoster();
  const saveAsChosen = async (change: EventChange) => {
    const store = () => (isFollowing && change.id !== null ? calls.editFollowing(change) : calls.save(change));
    const saved = event && isUnchanged(change) ? event : await store();
    await poster.send(saved.slug, { following: isFollowing });
    return saved;
  };
  const save = useAction(saveAsChosen, {
    showsVersions: true,
    done: ({ title }) => {
      showToast({ title: event ? 'Event saved' : 'Event created successfully', text: title });
      form.close();
    },
  });
  const form = useForm({
    schema: event ? editedEvent(event) : NewEvent,
    initial: () => (opened ? formOf(opened) : EMPTY_EVENT),
    mutation: save,
  });
  const reload = useAction(calls.read, {
    done: (stored) => {
      setEvent(stored);
      form.reset(formOf(stored));
      save.reset();
    },
  });
  const isBusy = form.isBusy || reload.isPending;
  const versions = versionsOf(save.error);
  const saveMine = () => {
    const [stored, mine] = [versions?.theirs as { updated_at: string } | null | undefined, save.variables];
    if (stored && mine && mine.id !== null)
      save.mutate({ id: mine.id, json: { ...mine.json, updated_at: stored.updated_at } });
  };

  return (
    <Dialog
      title={event ? 'Edit event' : 'New event'}
      locked={form.isTouched || poster.file !== undefined || isBusy}
      onClose={onClose}
    >
      <form className={s.form} {...form.props}>
        <EventFields form={form} slug={event?.slug} poster={poster} />
        {event?.series_id && (
          <CheckField
            label="Change the following nights of this series too"
            checked={isFollowing}
            onChange={({ target }) => setFollowing(target.checked)}
          />
        )}
        {versions && event ? (
          <StaleEdit
            versions={versions}
            show={show}
            onTakeTheirs={() => reload.mutate(event.id)}
            onSaveMine={saveMine}
          />
        ) : (
          <Alert>{form.error?.message}</Alert>
        )}
        <FormButtons
          isBusy={isBusy}
          disabled={isBusy || !(event === null || form.isTouched || poster.file)}
          onBack={form.close}
        >
          {event ? 'Save' : 'Create event'}
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** True if an edit changes no field, so only the picture is new. */
const isUnchanged = ({ json }: EventChange) => Object.keys(json).join() === 'updated_at';
