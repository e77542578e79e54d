import { useQuery } from '@tanstack/react-query';
import { AnswerProblem } from '../../../../worker/contract/trade/payments.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';
import { launchQuery } from '../../../common/launch/launch.queries.ts';
import { useApi } from '../../../use-api.ts';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';
import s from '../payments/payments.module.css';
import { ReportDialog } from './report-dialog.tsx';

interface OfRequest {
  request: MyRequest;
  onClose: () => void;
}

/** Lets the buyer report a problem. With hand-overs on, they choose its kind. With hand-overs off, they describe it. */
export function ProblemDialog(props: OfRequest) {
  const api = useApi();
  const { data: switches, isPending } = useQuery(launchQuery(api));
  if (isPending) return null;
  return switches?.handover ? <ReportDialog {...props} /> : <WordsDialog {...props} />;
}

function WordsDialog({ request, onClose }: OfRequest) {
  const api = useApi();
  const report = useAction(
    (said: { text: string }) =>
      unwrap(api['ticket-requests'][':id'].problem.$post({ param: { id: request.id }, json: said })),
    {
      done: () => {
        showToast({ title: 'Problem reported', text: 'The money stays on hold. We’ll look into it and write to you.' });
        form.close();
      },
      reads: TOUCHED,
    },
  );
  const form = useForm({ schema: AnswerProblem, initial: { text: '' }, mutation: report });
  return (
    <Dialog title="What is wrong?" locked={form.isTouched || form.isBusy} onClose={onClose}>
      <form className={s.form} {...form.props}>
        <p>
          The tickets for <b>{request.event.title}</b>. The money stays on hold while we look into it.
        </p>
        <TextAreaField label="What is wrong with the tickets" rows={5} maxLength={1000} {...form.field('text')} />
        <p className="muted">
          The seller and our support team will read it. If it can’t be fixed, you get your money back.
        </p>
        <Alert>{form.error?.message}</Alert>
        <p className={s.answers}>
          <button type="button" className="button" disabled={form.isBusy} onClick={form.close}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={form.isBusy}>
            Report it
          </button>
        </p>
      </form>
    </Dialog>
  );
}
