import { useState } from 'react';
import * as v from 'valibot';
import { AmountWithNote } from '../../../../worker/contract/trade/money-desk.ts';
import s from '../../../admin-ui/admin.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { formSchema, forContract, type FormMutation, useForm } from '../../../use-form.ts';

/** `amount` is in dollars. `key` is an Idempotency-Key, so a second press does nothing. */
export interface Amount {
  key: string;
  amount: number;
  note: string;
}

/** `most` is in dollars. */
export function AmountDialog({
  title,
  about,
  most,
  confirm,
  mutation,
  onClose,
}: {
  title: string;
  about: string;
  most: number;
  confirm: string;
  mutation: FormMutation<Amount>;
  onClose: () => void;
}) {
  const [key] = useState(() => crypto.randomUUID());
  const schema = formSchema<{ amount: string; note: string }, Amount>(({ amount, note }) => {
    const sent = { amount: amount.trim() === '' ? Number.NaN : Number(amount.replaceAll(/[$,\s]/g, '')), note };
    const { output, problems } = forContract(AmountWithNote, sent);
    return problems ? { problems } : { output: { key, ...v.parse(AmountWithNote, output) } };
  });
  const form = useForm({ schema, initial: { amount: most.toFixed(2), note: '' }, mutation });
  return (
    <Dialog title={title} locked={form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>{about}</p>
        <Field
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          prefix="$"
          {...form.field('amount')}
          error={form.problems['amount'] ?? ''}
        />
        <TextAreaField label="Why (for the audit log)" rows={3} {...form.field('note')} />
        <Alert>{form.error?.message}</Alert>
        <button type="submit" className="button primary" disabled={form.isBusy} aria-busy={form.isBusy}>
          {confirm}
        </button>
      </form>
    </Dialog>
  );
}
