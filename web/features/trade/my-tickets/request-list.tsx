import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { HandoverSteps } from '../problems/handover-steps.tsx';
import { mayCancel } from '../payments/group-words.ts';
import { isPayable, PayButton, TimeToPay } from '../payments/pay-button.tsx';
import { standingOf } from '../payments/payment-words.ts';
import { kindOf } from '../payments/paid-request.ts';
import { Receiver } from '../payments/receiver.tsx';
import { priceOfRequest } from '../payments/request-price.ts';
import { TicketLink } from '../pass/ticket-link.tsx';
import { RequestMutuals } from '../../people/vouches/request-mutuals.tsx';
import { RequestActionDialog, type RequestAction } from './request-action-dialog.tsx';
import { OtherSide } from '../resale/other-side.tsx';
import s from '../resale/resale.module.css';
import type { MyRequest } from '../resale/resale.queries.ts';
import { TicketStub } from '../resale/ticket-stub.tsx';
import { useUndoAnswer } from './use-undo-answer.ts';
import { useListFocus } from '../resale/use-list-focus.ts';
import { useCurrentTime } from '../resale/use-current-time.ts';

const waiting = ({ status }: MyRequest) => Number(status === 'pending');

export function RequestList({ requests }: { requests: readonly MyRequest[] }) {
  const now = useCurrentTime();
  const { list, keep } = useListFocus();
  const [asked, setAsked] = useState<{ request: MyRequest; to: RequestAction }>();
  return (
    <>
      <ul ref={list} tabIndex={-1} className={s.list}>
        {requests
          .toSorted((a, b) => waiting(b) - waiting(a))
          .map((request) => (
            <TicketStub
              key={request.id}
              event={request.event}
              standing={standingOf(request, now)}
              {...priceOfRequest(request)}
              more={
                <>
                  {isPayable(request, now) && <TimeToPay until={request.payment!.pay_until!} />}
                  {request.receiver && (
                    <Receiver
                      to={request.receiver}
                      kind={kindOf(request.payment?.handover ?? { kind: null })}
                      isSent={request.payment?.handover?.status === 'delivered'}
                    />
                  )}
                  <TicketLink request={request} now={now} />
                  {request.payment?.payout && <Link to="/payouts">See your payouts</Link>}
                </>
              }
              actions={actionsOf(request, { now, keep, onAsk: (to) => setAsked({ request, to }) })}
            >
              <OtherSide request={request} />
              <RequestMutuals request={request} onDone={keep} />
            </TicketStub>
          ))}
      </ul>
      {asked && (
        <RequestActionDialog
          {...asked}
          onClose={() => {
            setAsked(undefined);
            keep();
          }}
        />
      )}
    </>
  );
}

function actionsOf(
  request: MyRequest,
  { now, keep, onAsk }: { now: Date; keep: () => void; onAsk: (to: RequestAction) => void },
): ReactNode {
  if (request.status === 'pending') return <Moves request={request} now={now} onAsk={onAsk} />;
  if (request.undo_until && Date.parse(request.undo_until) > now.getTime()) return <Undo request={request} />;
  // The component stays mounted when no step is left, so that its open dialog can close.
  return request.payment?.handover ? <HandoverSteps request={request} now={now} onDone={keep} /> : null;
}

function Moves({ request, now, onAsk }: { request: MyRequest; now: Date; onAsk: (to: RequestAction) => void }) {
  const { role, event } = request;
  if (role === 'buyer') {
    return (
      <>
        {isPayable(request, now) && <PayButton request={request} about={`for ${event.title}`} />}
        {mayCancel(request) && (
          <button type="button" className="button" onClick={() => onAsk('cancel')}>
            Cancel<span className="sr"> the request for {event.title}</span>
          </button>
        )}
      </>
    );
  }
  return (
    <>
      <button type="button" className="button primary" onClick={() => onAsk('accept')}>
        Accept<span className="sr"> the request for {event.title}</span>
      </button>
      <button type="button" className="button" onClick={() => onAsk('decline')}>
        Decline<span className="sr"> the request for {event.title}</span>
      </button>
    </>
  );
}

function Undo({ request: { id, event } }: { request: MyRequest }) {
  const undo = useUndoAnswer();
  return (
    <button type="button" className="button" disabled={undo.isPending} onClick={() => undo.mutate(id)}>
      Undo<span className="sr"> the answer for {event.title}</span>
    </button>
  );
}
