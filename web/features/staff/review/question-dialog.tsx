import * as v from 'valibot';
import s from '../../../admin-ui/admin.module.css';
import { FormButtons } from '../../../admin-ui/form-buttons.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { useForm } from '../../../use-form.ts';
import { type Queue, type Waiting, wordOf } from './review-queues.ts';
import type { Report } from './use-undo-decision.ts';

const NO_QUESTION = 'Write what you need to know. The email quotes it.';

/** Asks an applicant a question. The mail to the applicant quotes it. */
export function QuestionDialog({
  queue,
  row,
  report,
  onClose,
}: {
  queue: Queue;
  row: Waiting;
  report: Report;
  onClose: () => void;
}) {
  const api = useApi();
  const { id, name, updated_at } = row;
  const send = useAction(
    ({ question }: { question: string }) => queue.decide(api, id, { status: 'needs_info', question, updated_at }),
    {
      done: (saved) => {
        form.close();
        report(`${name}: ${wordOf('needs_info')}`, { ids: [id], undo_until: saved?.undo_until });
      },
    },
  );
  const form = useForm({
    schema: v.object({ question: v.pipe(v.string(), v.trim(), v.nonEmpty(NO_QUESTION)) }),
    initial: { question: '' },
    mutation: send,
  });
  const { isTouched, isBusy } = form;
  return (
    <Dialog title={`Ask ${name} for more`} locked={isTouched || isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <TextAreaField label="What do you need to know?" rows={4} maxLength={1000} {...form.field('question')} />
        <p className={s.small}>The email to {name} quotes it. The application waits for the answer.</p>
        <Alert>{form.error?.message}</Alert>
        <FormButtons isBusy={isBusy} onBack={form.close}>
          Ask
        </FormButtons>
      </form>
    </Dialog>
  );
}
