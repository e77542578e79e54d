import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import s from '../../admin-ui/admin.module.css';
import { StaleEdit } from '../../admin-ui/stale-edit.tsx';
import { fieldsOf, useAction } from '../../use-action.ts';
import type { AdminEvent } from '../../admin-ui/admin.queries.ts';
import { eventCalls, type EventEdit } from './admin-events.queries.ts';
import { EventFields } from './event-fields.tsx';
import { EMPTY_EVENT, editedEvent, type EventForm, formOf, newEvent } from './event-form.ts';
import { useShowField } from './use-show-field.ts';

/** The form of an event: a new one, or `event` to edit. Once something is typed only its buttons close it. */
export function EventDialog({ event: opened, onClose }: { event: AdminEvent | null; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const calls = eventCalls(api);
  const [event, setEvent] = useState(opened);
  const [form, setForm] = useState(() => (opened ? formOf(opened) : EMPTY_EVENT));
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const element = useRef<HTMLFormElement>(null);
  const show = useShowField(api);
  const isTouched = JSON.stringify(form) !== JSON.stringify(event ? formOf(event) : EMPTY_EVENT);
  const close = () => element.current?.closest('dialog')?.close();

  const reject = (found: Record<string, string | undefined>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const create = useAction(calls.create, {
    done: ({ title }) => {
      showToast({ title: 'Event created successfully', text: title });
      close();
    },
  });
  const edit = useAction(calls.edit, {
    showsVersions: true,
    done: ({ title }) => {
      showToast({ title: 'Event saved', text: title });
      close();
    },
  });
  const reload = useAction(calls.read, {
    done: (stored) => {
      setEvent(stored);
      setForm(formOf(stored));
      edit.reset();
    },
  });
  const isBusy = create.isPending || edit.isPending || reload.isPending;
  const versions = edit.error instanceof ApiError ? edit.error.versions : undefined;
  const onError = (error: Error) => reject(fieldsOf(error));

  const send = (json: EventEdit) => event && edit.mutate({ id: event.id, json }, { onError });
  const submit = () => {
    const { input, errors: found } = event ? editedEvent(form, event) : newEvent(form);
    reject(found ?? {});
    if (!input) return;
    if (event) send(input as EventEdit);
    else create.mutate(input as Parameters<typeof create.mutate>[0], { onError });
  };
  const change = (changed: Partial<EventForm>) => {
    setForm((before) => ({ ...before, ...changed }));
    const mended = Object.keys(changed);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !mended.includes(field))));
  };
  const saveMine = () => {
    const stored = versions?.theirs as { updated_at: string } | undefined;
    if (stored && edit.variables) send({ ...edit.variables.json, updated_at: stored.updated_at });
  };

  return (
    <Dialog title={event ? 'Edit event' : 'New event'} locked={isTouched || isBusy} onClose={onClose}>
      <form
        ref={element}
        className={s.form}
        noValidate
        onSubmit={(sent) => {
          sent.preventDefault();
          submit();
        }}
      >
        <EventFields form={form} errors={errors} slug={event?.slug} onChange={change} />
        {versions && event && (
          <StaleEdit versions={versions} show={show} onTakeTheirs={() => reload.mutate(event.id)} onSaveMine={saveMine} />
        )}
        <p className={s.row}>
          <button type="submit" className="button primary" disabled={isBusy || (event !== null && !isTouched)} aria-busy={isBusy}>
            {event ? 'Save' : 'Create event'}
          </button>
          <button type="button" className="button" disabled={isBusy} onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
