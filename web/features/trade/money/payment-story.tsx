import { Fragment } from 'react';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import s from '../../../admin-ui/admin.module.css';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import m from './money.module.css';
import {
  endedByStaff,
  HANDOVER_WORDS,
  holdWords,
  NEEDS_ANOTHER,
  PAYMENT_WORDS,
  PAYOUT_WORDS,
  REFUND_WORDS,
} from './money-words.ts';
import { moneyCalls, type Story } from './money.queries.ts';
import { ProblemEvidence } from './problem-evidence.tsx';

const loadRefund = async () => (await import('./refund-dialog.tsx')).RefundDialog;
const loadDecide = async () => (await import('./decide-dialog.tsx')).DecideDialog;

export function PaymentStory({ story }: { story: Story }) {
  return (
    <>
      <Facts story={story} />
      <ProblemEvidence problems={story.problems} />
      <Buttons story={story} />
      <section className={m.part}>
        <h2>What happened</h2>
        <ol className={m.list}>
          {story.steps.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <span>{text}</span>
              <span className={s.small}>
                <DateTime instant={at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className={m.part}>
        <h2>Ledger</h2>
        {story.ledger.length === 0 && <p className="muted">Nothing is booked until the card is charged.</p>}
        <ul className={m.list}>
          {story.ledger.map(({ seq, at, debit, credit, amount, cause }) => (
            <li key={seq}>
              <div>
                {priceText(amount)} from {credit} to {debit}
                <div className={s.small}>{cause}</div>
              </div>
              <span className={s.small}>
                <DateTime instant={at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className={m.part}>
        <h2>What admins did</h2>
        {story.entries.length === 0 && <p className="muted">Nothing.</p>}
        <ul className={m.list}>
          {story.entries.map(({ at, action, actor_email }) => (
            <li key={`${at} ${action}`}>
              <span>
                {action} by {actor_email ?? 'a deleted account'}
              </span>
              <span className={s.small}>
                <DateTime instant={at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Facts({ story: { request, event, buyer, seller, payment, handover, payout, refunds } }: { story: Story }) {
  return (
    <dl className={s.facts}>
      <dt>Night</dt>
      <dd>
        {event.title}, {event.venue}, <DateTime instant={event.start_at} />
        {event.cancelled_at && ' (cancelled)'}
      </dd>
      <dt>Buyer</dt>
      <dd>{buyer.email ?? 'A deleted account'}</dd>
      <dt>Seller</dt>
      <dd>{seller.email ?? 'A deleted account'}</dd>
      <dt>Payment</dt>
      <dd>
        {priceText(payment.total)} ({priceText(payment.tickets)} and {priceText(payment.fee)} fees),{' '}
        {PAYMENT_WORDS[payment.status]}
        {payment.taken > 0 && `, ${priceText(payment.taken)} returned`}
      </dd>
      {handover && (
        <>
          <dt>Hand-over</dt>
          <dd>{HANDOVER_WORDS[handover.status]}</dd>
        </>
      )}
      {payout && (
        <>
          <dt>Payout</dt>
          <dd>
            {priceText(payment.receives)}, {PAYOUT_WORDS[payout.status]}
            {payout.held_because.length > 0 && `: ${holdWords(payout.held_because)}`}
          </dd>
        </>
      )}
      {refunds.map(({ id, amount, status, note }) => (
        <Fragment key={id}>
          <dt>Refund</dt>
          <dd>
            {priceText(amount)}, {REFUND_WORDS[status]}
            {note && `: ${note}`}
          </dd>
        </Fragment>
      ))}
      <dt>Request</dt>
      <dd className={s.small}>
        {request.id}
        {payment.intent_id && `, ${payment.intent_id}`}
      </dd>
    </dl>
  );
}

function Buttons({ story: { request, left, handover, payout } }: { story: Story }) {
  const api = useApi();
  const calls = moneyCalls(api);
  const settle = useAction(calls.settle, { done: () => showToast({ title: 'Checked again' }) });
  const movePayout = useAction(calls.movePayout, {
    done: ({ to, waits }) =>
      showToast(
        waits ? NEEDS_ANOTHER : { title: to === 'frozen' ? 'The payout is on hold' : 'The payout is released' },
      ),
  });
  const isBusy = settle.isPending || movePayout.isPending;
  const request_id = request.id;
  const reasons = endedByStaff(payout?.held_because ?? []);
  return (
    <p className={m.buttons}>
      {left > 0 && (
        <DialogButton className="button" load={loadRefund} pass={{ request_id, left }}>
          Refund
        </DialogButton>
      )}
      {handover?.status === 'problem' && (
        <DialogButton className="button" load={loadDecide} pass={{ request_id }}>
          Decide the problem
        </DialogButton>
      )}
      {payout?.status === 'due' && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => movePayout.mutate({ request_id, to: 'frozen' })}
        >
          Freeze the payout
        </button>
      )}
      {reasons.length > 0 && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => movePayout.mutate({ request_id, to: 'due', reasons })}
        >
          {reasons.length === payout?.held_because.length ? 'Release the payout' : 'End the holds that admins can end'}
        </button>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={() => settle.mutate(request_id)}>
        Check again now
      </button>
    </p>
  );
}
