import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { DateTime } from '../../../admin-ui/date-time.tsx';
import { useUserId } from '../../../session/session.ts';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { Brief } from './brief.tsx';
import m from './money.module.css';
import type { Stuck } from './money.queries.ts';
import { endedByStaff, holdWords, PROBLEM_WORDS, WAITING_WORDS } from './money-words.ts';
import { useButtons } from './use-buttons.tsx';

const loadDecide = async () => (await import('./decide-dialog.tsx')).DecideDialog;
const loadRefund = async () => (await import('./refund-dialog.tsx')).RefundDialog;
const loadWriteOff = async () => (await import('./write-off-dialog.tsx')).WriteOffDialog;

export function Waiting({ stuck }: { stuck: Stuck }) {
  const {
    refunds,
    asked_refunds,
    failing_payments,
    overdue,
    problems,
    frozen_payouts,
    owing_sellers,
    stranded,
    asks,
    open_events,
  } = stuck;
  const act = useButtons();
  const me = useUserId() ?? undefined;
  const counts: Record<keyof Stuck, number | readonly unknown[]> = stuck;
  const isEmpty = Object.values(counts).every((found) => (typeof found === 'number' ? found : found.length) === 0);
  return (
    <>
      {isEmpty && <p className="muted">Nothing needs your attention.</p>}
      <List title="Refunds that need a second admin" rows={asked_refunds} keyOf={({ id }) => id}>
        {(row) => (
          <>
            <Brief {...row}>
              {priceText(row.amount)}: {row.note}
              {row.asked_by === me && <div className="muted">You asked for this. Another admin must approve it.</div>}
            </Brief>
            <div className={m.buttons}>
              {row.asked_by !== me && act.button('Approve', () => act.approve.mutate(row.id))}
              {act.button('Drop', () => act.drop.mutate(row.id))}
            </div>
          </>
        )}
      </List>
      <List title="Problems to decide" rows={problems} keyOf={({ request_id }) => request_id}>
        {(row) => (
          <>
            <Brief {...row}>
              {row.kind && `${PROBLEM_WORDS[row.kind]}: `}“{row.problem}”
              {row.held_because && ` ${WAITING_WORDS[row.held_because]}`}
              {row.decide_by && (
                <>
                  {' '}
                  {decidedWords(row.held_because)} <DateTime instant={row.decide_by} />
                </>
              )}
            </Brief>
            <DialogButton className="button" load={loadDecide} pass={{ request_id: row.request_id }}>
              Decide
            </DialogButton>
          </>
        )}
      </List>
      <List
        title="Decisions that need a second admin"
        rows={asks}
        keyOf={({ target_id, action }) => `${target_id} ${action}`}
      >
        {(row) => (
          <div>
            {row.is_request ? (
              <Link to="/admin/money/$id" params={{ id: row.target_id }}>
                {row.action}
              </Link>
            ) : (
              `${row.action} (${row.target_id})`
            )}
            {row.note && `: ${row.note}`}
            <div className="muted">
              {row.asked_by === me
                ? 'You asked for this. Another admin must make the same decision.'
                : `${row.asker_email ?? 'A deleted account'} asked. Make the same decision to agree.`}
            </div>
          </div>
        )}
      </List>
      <List title="Money that neither side received" rows={stranded} keyOf={({ request_id }) => request_id}>
        {(row) => (
          <>
            <Brief {...row}>
              {priceText(row.left)} {row.handover === 'failed' ? 'belongs to the buyer.' : 'belongs to the seller.'}
              {row.asked > 0 && ` A refund of ${priceText(row.asked)} needs a second admin.`}
            </Brief>
            {row.handover !== 'failed' && act.button('Check again now', () => act.settle.mutate(row.request_id))}
            {row.handover === 'failed' && row.left > row.asked && (
              <DialogButton
                className="button"
                load={loadRefund}
                pass={{ request_id: row.request_id, left: row.left - row.asked }}
              >
                Refund
              </DialogButton>
            )}
          </>
        )}
      </List>
      <List title="Refunds that are stuck" rows={refunds} keyOf={({ id }) => id}>
        {(row) => (
          <>
            <Brief {...row}>
              {priceText(row.amount)}, requested on <DateTime instant={row.created_at} />. The provider refused it, or
              the buyer’s bank sent it back.
            </Brief>
            {act.button('Try again', () => act.retry.mutate(row.id))}
          </>
        )}
      </List>
      <List title="Payments with failing calls" rows={failing_payments} keyOf={({ request_id }) => request_id}>
        {(row) => (
          <>
            <Brief {...row}>
              {row.failures} {row.failures === 1 ? 'failure' : 'failures'}: {row.last_error}
            </Brief>
            {act.button('Check again now', () => act.settle.mutate(row.request_id))}
          </>
        )}
      </List>
      <List title="Overdue payments" rows={overdue} keyOf={({ request_id }) => request_id}>
        {(row) => (
          <>
            <Brief {...row}>The cron job should have checked it at least ten minutes ago.</Brief>
            {act.button('Check again now', () => act.settle.mutate(row.request_id))}
          </>
        )}
      </List>
      <List title="Frozen payouts" rows={frozen_payouts} keyOf={({ request_id }) => request_id}>
        {(row) => (
          <>
            <Brief {...row}>{holdWords(row.held_because)}</Brief>
            {row.held_because.length > 0 &&
              endedByStaff(row.held_because).length === row.held_because.length &&
              act.button('Release payout', () =>
                act.movePayout.mutate({
                  request_id: row.request_id,
                  to: 'due',
                  reasons: endedByStaff(row.held_because),
                }),
              )}
          </>
        )}
      </List>
      <List title="Sellers who owe money" rows={owing_sellers} keyOf={({ seller_id }) => seller_id}>
        {(row) => (
          <>
            <div>
              {row.seller_email ?? row.seller_id} owes {priceText(row.owes)}. We deduct it from the next payouts.
            </div>
            <DialogButton className="button" load={loadWriteOff} pass={{ ...row, is_paid: true }}>
              Book a payment
            </DialogButton>
            <DialogButton className="button" load={loadWriteOff} pass={{ ...row, is_paid: false }}>
              Write off
            </DialogButton>
          </>
        )}
      </List>
      {open_events > 0 && (
        <p>
          {open_events} {open_events === 1 ? 'event' : 'events'} from the provider failed for more than ten minutes. The
          log says why.
        </p>
      )}
    </>
  );
}

function decidedWords(held: Stuck['problems'][number]['held_because']): string {
  if (held === 'confirmed') return 'We promised both sides a decision by';
  return held ? 'The buyer gets the money back on' : 'Will be decided for the buyer on';
}

function List<R>({
  title,
  rows,
  keyOf,
  children,
}: {
  title: string;
  rows: readonly R[];
  keyOf: (row: R) => string;
  children: (row: R) => ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <section className={m.part}>
      <h3>
        {title} ({rows.length})
      </h3>
      <ul className={m.list}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}
