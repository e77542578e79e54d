import { useState } from 'react';
import { RELEASE_WORD } from '../../../../worker/contract/staff/operations.ts';
import { unwrap } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';

export function EndQuarantine() {
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const [word, setWord] = useState('');
  const release = useAction(
    () => unwrap(api.admin.operations.release.$post({ json: { word: word as typeof RELEASE_WORD } })),
    {
      done: () => {
        showToast({ title: 'Quarantine ended' });
        setOpen(false);
      },
    },
  );
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        End quarantine
      </button>
      {isOpen && (
        <ConfirmDialog
          title="End the quarantine?"
          confirm="Release"
          isBusy={release.isPending}
          onConfirm={() => release.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>
            Waiting emails and text messages are then sent to real people, payments go on, and the cron job runs. If
            this is a copy, keep it in quarantine.
          </p>
          <Field
            label={`Type ${RELEASE_WORD}`}
            autoComplete="off"
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
