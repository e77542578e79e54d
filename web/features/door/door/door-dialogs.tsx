import { useState } from 'react';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import s from './door.module.css';

export function TypeCodeDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog title="Type a code" onClose={onClose}>
      <form method="dialog" className={s.typed} onSubmit={() => text.trim() && onText(text)}>
        <Field
          label="Code of the pass"
          autoComplete="off"
          autoCapitalize="characters"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button primary">
          Check
        </button>
      </form>
    </Dialog>
  );
}

export function EarlyDialog({
  start_at,
  onConfirm,
  onClose,
}: {
  start_at: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Doors closed until ${untilWhen(start_at)}`}
      keep="Not yet"
      confirm="Let people in"
      isGood
      isBusy={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Let people in anyway? From now on, everybody this door lets in counts.</p>
    </ConfirmDialog>
  );
}
