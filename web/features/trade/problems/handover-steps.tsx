import { useState } from 'react';
import type { MyRequest } from '../resale/resale.queries.ts';
import { areClosed, isReportedMissing } from '../payments/paid-request.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { DeliveredDialog, ReceivedDialog } from './handover-dialogs.tsx';
import { ProblemDialog } from './problem-dialog.tsx';

type Step = 'delivered' | 'received' | 'problem' | 'arrived' | 'answer';

export function stepsOf(
  { role, payment, event }: Pick<MyRequest, 'role' | 'payment' | 'event'>,
  now: Date,
): readonly Step[] {
  const handover = payment?.handover;
  if (role === 'seller' && payment?.problem?.may_answer) return ['answer'];
  if (!handover || event.state === 'cancelled') return [];
  // We hand over stored files ourselves, right after the charge.
  if (handover.kind === 'file' && handover.status === 'due') return [];
  const isInTime = Date.parse(handover.due_at) > now.getTime();
  // The bank decides about a disputed payment.
  if (role === 'buyer' && payment.is_disputed) return [];
  if (role === 'seller') return handover.status === 'due' && isInTime ? ['delivered'] : [];
  // The list at the door lets nobody in before `works_from`.
  const isEarly = handover.kind === 'name_list' && Date.parse(handover.works_from) > now.getTime();
  if (handover.status === 'problem') return isReportedMissing(payment) && !isEarly ? ['arrived'] : [];
  if (handover.status === 'delivered' && areClosed(handover, now)) return [];
  const may: Step[] = isEarly ? [] : ['received'];
  if (handover.status === 'delivered') return [...may, 'problem'];
  if (handover.status !== 'due') return [];
  return isInTime ? [...may, 'problem'] : may;
}

const LABELS: Record<Step, string> = {
  delivered: 'I sent the tickets',
  received: 'I have them',
  problem: 'Something is wrong',
  arrived: 'They arrived after all',
  answer: 'Answer the buyer',
};
const OF_LISTS: Partial<Record<Step, string>> = {
  delivered: 'The name is on the list',
  received: 'I’m in',
  arrived: 'I got in after all',
};
const DIALOGS = {
  delivered: DeliveredDialog,
  received: ReceivedDialog,
  problem: ProblemDialog,
  arrived: ReceivedDialog,
  answer: AnswerDialog,
};

export function HandoverSteps({ request, now, onDone }: { request: MyRequest; now: Date; onDone?: () => void }) {
  const [asked, setAsked] = useState<Step>();
  const isList = request.payment?.handover?.kind === 'name_list';
  const Dialog = asked && DIALOGS[asked];
  // Until the seller has sent the tickets, the buyer only has to wait.
  const expected =
    request.role === 'seller'
      ? request.payment?.problem?.may_answer
        ? 'answer'
        : 'delivered'
      : request.payment?.handover?.status === 'delivered'
        ? 'received'
        : null;
  return (
    <>
      {stepsOf(request, now).map((step) => (
        <button
          key={step}
          type="button"
          className={step === expected ? 'button primary' : 'button'}
          onClick={() => setAsked(step)}
        >
          {(isList && OF_LISTS[step]) || LABELS[step]}
          <span className="sr"> for {request.event.title}</span>
        </button>
      ))}
      {Dialog && (
        <Dialog
          request={request}
          onClose={() => {
            setAsked(undefined);
            onDone?.();
          }}
        />
      )}
    </>
  );
}
