import { useState } from 'react';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { AnswerProblem } from '../../../../worker/contract/trade/payments.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { uploadFile } from '../handover/upload-file.ts';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';
import s from '../payments/payments.module.css';
import { PictureField } from './picture-field.tsx';

export function AnswerDialog({ request, onClose }: { request: MyRequest; onClose: () => void }) {
  const api = useApi();
  const [picture, setPicture] = useState<File>();
  const problem = request.payment?.problem;
  const answer = useAction(
    async ({ text }: AnswerProblem) => {
      const file_id = picture && (await uploadFile(picture, { purpose: 'evidence' })).id;
      const json = { text, ...(file_id ? { file_id } : {}) };
      return unwrap(api['ticket-requests'][':id'].problem.answer.$post({ param: { id: request.id }, json }));
    },
    {
      done: () => {
        showToast({ title: 'Answer sent', text: 'We’ll decide and write to both of you.' });
        onClose();
      },
      reads: TOUCHED,
    },
  );
  const form = useForm({ schema: AnswerProblem, initial: { text: '' }, mutation: answer });
  return (
    <Dialog title="Answer the buyer" locked={form.isTouched || form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        {problem && (
          <p>
            The buyer says: “{problem.text}” You have until <b>{untilWhen(problem.decide_by)}</b>. Without an answer the
            buyer gets other tickets or the money back.
          </p>
        )}
        <TextAreaField label="Your answer" rows={4} maxLength={1000} {...form.field('text')} />
        <PictureField label="A picture that shows it (if you have one)" onPick={setPicture} />
        <Alert>{form.error?.message}</Alert>
        <p className={s.answers}>
          <button type="button" className="button" disabled={form.isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={form.isBusy}>
            Send the answer
          </button>
        </p>
      </form>
    </Dialog>
  );
}
