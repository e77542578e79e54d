import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import s from '../../admin-ui/admin.module.css';
import { StaleEdit } from '../../admin-ui/stale-edit.tsx';
import { fieldsOf, useAction } from '../../use-action.ts';
import type { Queue, Waiting } from './review-queues.ts';

/** A note on someone in a queue, for the house only. */
export function NoteDialog({ queue, row, onClose }: { queue: Queue; row: Waiting; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' });
  const [note, setNote] = useState(row.note ?? '');
  const element = useRef<HTMLFormElement>(null);
  const close = () => element.current?.closest('dialog')?.close();
  const save = useAction((updated_at: string) => queue.decide(api, row.id, { note, updated_at }), {
    showsVersions: true,
    done: () => {
      showToast({ title: 'Note saved', text: row.name });
      close();
    },
  });
  const versions = save.error instanceof ApiError ? save.error.versions : undefined;
  const theirs = versions?.theirs as { updated_at: string } | null | undefined;
  const isTouched = note !== (row.note ?? '');
  return (
    <Dialog title={`Note on ${row.name}`} locked={isTouched || save.isPending} onClose={onClose}>
      <form
        ref={element}
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(row.updated_at);
        }}
      >
        <TextAreaField
          label="Note"
          rows={6}
          maxLength={2000}
          value={note}
          error={fieldsOf(save.error)['note']}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className={s.small}>Only admins read it.</p>
        {versions && (
          <StaleEdit
            versions={{ theirs: versions.theirs, yours: { note } }}
            onTakeTheirs={close}
            onSaveMine={() => theirs && save.mutate(theirs.updated_at)}
          />
        )}
        <p className={s.row}>
          <button type="submit" className="button primary" disabled={!isTouched || save.isPending}>
            Save
          </button>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
