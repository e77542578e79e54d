import { useState } from 'react';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { REPORTED_KINDS, type ReportedKind } from '../../../../worker/contract/trade/payments.ts';
import { unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { uploadFile } from '../handover/upload-file.ts';
import { type MyRequest, TOUCHED } from '../resale/resale.queries.ts';
import s from '../payments/payments.module.css';
import { PictureField } from './picture-field.tsx';

type Payment = NonNullable<MyRequest['payment']>;

const KINDS: Record<ReportedKind, string> = {
  not_delivered: 'They didn’t arrive',
  did_not_work: 'They didn’t work at the door',
  event_cancelled: 'The night was canceled',
  not_as_described: 'They aren’t as described',
};

/** Labels that replace those of `KINDS` for a place on the list at the door. */
const LIST_KINDS: Partial<Record<ReportedKind, string>> = {
  not_delivered: 'My name isn’t on the list',
  did_not_work: 'The door didn’t let me in',
  not_as_described: 'It isn’t as described',
};

export function ReportDialog({ request, onClose }: { request: MyRequest; onClose: () => void }) {
  const api = useApi();
  const [openedAt] = useState(() => new Date());
  const [kind, setKind] = useState<ReportedKind>();
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<File>();
  const [standing, setStanding] = useState<Payment>();
  const report = useAction(
    async (said: { kind: ReportedKind }) => {
      const file_id = picture && (await uploadFile(picture, { purpose: 'evidence' })).id;
      const json = { ...said, ...(text.trim() ? { text } : {}), ...(file_id ? { file_id } : {}) };
      return unwrap(api['ticket-requests'][':id'].problem.$post({ param: { id: request.id }, json }));
    },
    { done: ({ payment }) => payment && setStanding(payment), reads: TOUCHED },
  );
  const handover = request.payment?.handover ?? null;
  const isList = handover?.kind === 'name_list';
  const early = worksLater(handover, openedAt);
  const kinds = reportable({ handover, state: request.event.state }, openedAt);
  if (standing) {
    return (
      <Dialog title="Reported" onClose={onClose}>
        <output>{outcomeOf(standing)}</output>
        <p className={s.answers}>
          <button type="button" className="button primary" onClick={onClose}>
            Done
          </button>
        </p>
      </Dialog>
    );
  }
  if (kinds.length === 0) {
    return (
      <Dialog title="What is wrong?" onClose={onClose}>
        <p>{laterWords(early, handover)} If the night is canceled, you get everything back automatically.</p>
        <p className={s.answers}>
          <button type="button" className="button primary" onClick={onClose}>
            Close
          </button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title="What is wrong?" locked={report.isPending} onClose={onClose}>
      <form
        className={s.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (kind) report.mutate({ kind });
        }}
      >
        <fieldset className={s.kinds}>
          <legend>
            {isList ? 'Your place at' : 'The tickets for'} <b>{request.event.title}</b>
          </legend>
          {kinds.map((each) => (
            <label key={each}>
              <input type="radio" name="kind" value={each} checked={kind === each} onChange={() => setKind(each)} />
              {(isList && LIST_KINDS[each]) || KINDS[each]}
            </label>
          ))}
        </fieldset>
        {early && <p className="muted">{laterWords(early, handover)}</p>}
        <PictureField label="A photo of it (if you can)" onPick={setPicture} />
        <details>
          <summary>Say more</summary>
          <TextAreaField
            label="What happened"
            name="text"
            rows={3}
            maxLength={1000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </details>
        <p className="muted">If it can’t be fixed, you get other tickets or your money back. Never a voucher.</p>
        <Alert>{report.error?.message}</Alert>
        <p className={s.answers}>
          <button type="button" className="button" disabled={report.isPending} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={!kind || report.isPending}>
            Report it
          </button>
        </p>
      </form>
    </Dialog>
  );
}

type Handover = Payment['handover'];

/** Says when the buyer can report that the tickets did not work, or returns null if the buyer can do so now. */
const worksLater = (handover: Handover, now: Date): string | null =>
  handover && Date.parse(handover.works_from) > now.getTime() ? untilWhen(handover.works_from, now) : null;

function laterWords(early: string | null, handover: Handover): string {
  const what = handover?.kind === 'name_list' ? 'the door didn’t let you in' : 'they didn’t work';
  const checks = handover?.kind === 'file' ? ' We check the code of a file when you open it.' : '';
  return `You can report that ${what} starting ${early ?? 'an hour before the doors'}.${checks}`;
}

export function reportable(
  { handover, state }: { handover: Handover; state: MyRequest['event']['state'] },
  now: Date,
): ReportedKind[] {
  const isEarly = worksLater(handover, now) !== null;
  const isFile = handover?.kind === 'file';
  const isMissing = handover?.status === 'due' ? Date.parse(handover.due_at) <= now.getTime() : !isFile;
  const may: Record<ReportedKind, boolean> = {
    not_delivered: isMissing,
    did_not_work: !isEarly,
    event_cancelled: !isEarly || state === 'cancelled',
    not_as_described: !(isEarly && isFile),
  };
  return REPORTED_KINDS.filter((kind) => may[kind]);
}

export function outcomeOf(
  { problem, replaced_by, refund }: Pick<Payment, 'problem' | 'replaced_by' | 'refund'>,
  now = new Date(),
): string {
  if (replaced_by) return 'We found you another ticket. It is in My tickets now.';
  if (refund || problem?.status === 'refunded') return 'All of your money is on its way back to your card.';
  if (problem?.status !== 'open') return 'The money stays on hold. We’ll look into it and write to you.';
  const until = untilWhen(problem.decide_by, now);
  if (problem.is_for_staff) return `Our team decides by ${until}. The money stays on hold until then.`;
  if (problem.may_answer)
    return `The seller has until ${until} to answer. If they don’t, you get other tickets or your money back.`;
  return `The seller has answered. We decide by ${until}. If we don’t, you get other tickets or your money back.`;
}
