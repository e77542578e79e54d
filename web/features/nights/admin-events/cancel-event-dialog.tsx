import * as v from 'valibot';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { eventCalls } from './admin-events.queries.ts';

export function CancelEventDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  const api = useApi();
  const { id, title, updated_at } = event;
  const cancel = useAction(({ reason }: { reason: string }) => eventCalls(api).cancel({ id, reason, updated_at }), {
    done: () => {
      showToast({ title: 'Night canceled', text: `${title}. Everyone affected gets an email in two minutes.` });
      form.close();
    },
  });
  const form = useForm({ schema: v.object({ reason: v.string() }), initial: { reason: '' }, mutation: cancel });
  return (
    <Dialog title="Cancel this night?" locked={form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>
          <b>{title}</b> keeps its page, marked as canceled. Sales stop and open requests end. Everyone with a place on
          the waitlist, a request, tickets or a listing gets an email in two minutes. Until then you can bring the night
          back and nobody hears about it.
        </p>
        <TextAreaField label="Reason (optional)" rows={3} maxLength={500} {...form.field('reason')} />
        <Alert>{form.error?.message}</Alert>
        <p className={s.row}>
          <button type="button" className="button" disabled={form.isBusy} onClick={form.close}>
            Keep the night
          </button>
          <button type="submit" className={`button ${s.danger}`} disabled={form.isBusy} aria-busy={form.isBusy}>
            Cancel night
          </button>
        </p>
      </form>
    </Dialog>
  );
}
