import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { DecideHandover } from '../../../../worker/contract/trade/money-desk.ts';
import s from '../../../admin-ui/admin.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { readForm } from '../../../use-form.ts';
import { NEEDS_ANOTHER } from './money-words.ts';
import { moneyCalls } from './money.queries.ts';

const DONE = {
  failed: 'The buyer gets everything back',
  replaced: 'The buyer gets other tickets, or the money',
  received: 'The seller will be paid',
} as const;

/** Lets an admin decide a problem: refund the buyer, give them other tickets, or pay the seller. */
export function DecideDialog({
  request_id,
  problem,
  hasReplacement = false,
  onClose,
}: {
  request_id: string;
  problem: string;
  hasReplacement?: boolean;
  onClose: () => void;
}) {
  const { api } = useRouteContext({ from: '__root__' });
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string>();
  const decide = useAction(moneyCalls(api).decide, {
    done: ({ to, waits }) => {
      showToast(waits ? NEEDS_ANOTHER : { title: DONE[to] });
      onClose();
    },
  });
  const choose = (to: keyof typeof DONE) => {
    const { output, problems } = readForm(DecideHandover, { to, note });
    setMissing(problems?.['note']);
    if (output) decide.mutate({ request_id, ...output });
  };
  return (
    <Dialog title="Decide this problem" locked={decide.isPending} onClose={onClose}>
      <form className={s.form} onSubmit={(submitted) => submitted.preventDefault()}>
        <blockquote>“{problem}”</blockquote>
        <TextAreaField
          label="Why (for the audit log)"
          name="note"
          rows={3}
          value={note}
          error={missing}
          onChange={({ target }) => setNote(target.value)}
        />
        <p className={s.row}>
          <button type="button" className="button" disabled={decide.isPending} onClick={() => choose('failed')}>
            Refund the buyer in full
          </button>
          {hasReplacement && (
            <button type="button" className="button" disabled={decide.isPending} onClick={() => choose('replaced')}>
              Give the buyer other tickets
            </button>
          )}
          <button type="button" className="button" disabled={decide.isPending} onClick={() => choose('received')}>
            The buyer has the tickets
          </button>
        </p>
        <p className={s.small}>This cannot be undone.</p>
      </form>
    </Dialog>
  );
}
