import * as v from 'valibot';
import s from '../../../admin-ui/admin.module.css';
import { StaleEdit } from '../../../admin-ui/stale-edit.tsx';
import { versionsOf } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import type { Queue, Waiting } from './review-queues.ts';

/** Only admins read the note. */
export function NoteDialog({ queue, row, onClose }: { queue: Queue; row: Waiting; onClose: () => void }) {
  const api = useApi();
  const save = useAction((decision: { note: string; updated_at: string }) => queue.decide(api, row.id, decision), {
    showsVersions: true,
    done: () => {
      showToast({ title: 'Note saved', text: row.name });
      form.close();
    },
  });
  const form = useForm({
    schema: v.pipe(
      v.object({ note: v.string() }),
      v.transform(({ note }) => ({ note, updated_at: row.updated_at })),
    ),
    initial: { note: row.note ?? '' },
    mutation: save,
  });
  const { values, isTouched, isBusy } = form;
  const versions = versionsOf(save.error);
  const theirs = versions?.theirs as { updated_at: string } | null | undefined;
  return (
    <Dialog title={`Note on ${row.name}`} locked={isTouched || isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <TextAreaField label="Note" rows={6} maxLength={2000} {...form.field('note')} />
        <p className={s.small}>Only admins read it.</p>
        {versions ? (
          <StaleEdit
            versions={{ theirs: versions.theirs, yours: values }}
            onTakeTheirs={form.close}
            onSaveMine={() => theirs && save.mutate({ ...values, updated_at: theirs.updated_at })}
          />
        ) : (
          <Alert>{form.error?.message}</Alert>
        )}
        <p className={s.row}>
          <button type="submit" className="button primary" disabled={!isTouched || isBusy}>
            Save
          </button>
          <button type="button" className="button" onClick={form.close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
