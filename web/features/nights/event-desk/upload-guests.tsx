import { useState } from 'react';
import { type GuestFile, readGuestFile } from '../../../../worker/contract/nights/events/guest-file.ts';
import { GUEST_FILE_BYTES, MOST_GUESTS } from '../../../../worker/contract/nights/events/guests.ts';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import desk from './desk.module.css';
import { deskCalls } from './desk.queries.ts';
import { peopleCount } from './people-count.ts';

/** The preview shows at most this many problems, and at most this many guests. */
const SHOWN = 20;

export function UploadGuests({
  event_id,
  known,
  onClose,
}: {
  event_id: string;
  known: readonly string[];
  onClose: () => void;
}) {
  const api = useApi();
  const [file, setFile] = useState<GuestFile>();
  const add = useAction(deskCalls(api, event_id).addGuests, {
    done: ({ added, skipped }) => {
      showToast({ title: 'Guest list uploaded', text: `${added} added, ${skipped} already on the list.` });
      onClose();
    },
  });
  const read = async (chosen: File | undefined) => {
    if (!chosen) return setFile(undefined);
    // One byte more than the limit is enough to refuse a larger file.
    setFile(readGuestFile(await chosen.slice(0, GUEST_FILE_BYTES + 1).text(), known));
  };
  return (
    <Dialog title="Upload a guest list" locked={add.isPending} onClose={onClose}>
      <form
        className={s.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (file && file.guests.length > 0 && !add.isPending) add.mutate(file.guests);
        }}
      >
        <p>
          A CSV file with a name and a number of places on each line, at most {MOST_GUESTS.toLocaleString('en-US')}{' '}
          lines. Names already on the list are skipped, so you can upload the same file again.
        </p>
        <Field
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => void read(target.files?.[0])}
        />
        {file && (
          <output className={s.form}>
            <p>
              <b>{peopleCount(file.guests.length)} to add</b>, {file.skipped} skipped, {file.problems.length}{' '}
              {file.problems.length === 1 ? 'line' : 'lines'} with a problem.
            </p>
            {file.problems.length > 0 && (
              <ul className={desk.problems}>
                {file.problems.slice(0, SHOWN).map(({ line, problem }) => (
                  <li key={line}>
                    Line {line}: {problem}
                  </li>
                ))}
                {file.problems.length > SHOWN && <li>And {file.problems.length - SHOWN} more.</li>}
              </ul>
            )}
            <p className={s.small}>
              {file.guests
                .slice(0, SHOWN)
                .map(({ name, places }) => `${name} (${places})`)
                .join(', ')}
              {file.guests.length > SHOWN && ' …'}
            </p>
          </output>
        )}
        <Alert>{add.error?.message}</Alert>
        <p className={s.row}>
          <button
            type="submit"
            className="button primary"
            disabled={!file || file.guests.length === 0 || add.isPending}
          >
            Add {peopleCount(file?.guests.length ?? 0)}
          </button>
          <button type="button" className="button" disabled={add.isPending} onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
