import { priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { useState } from 'react';

import { RequestActionDialog, type RequestAction } from './request-action-dialog.tsx';
import { OtherSide, totalOf } from './other-side.tsx';
import s from './resale.module.css';
import type { MyRequest } from './resale.queries.ts';
import { requestStatus } from './status-words.ts';
import { TicketStub } from './ticket-stub.tsx';
import { useUndoAnswer } from './use-undo-answer.ts';
import { useListFocus } from './use-list-focus.ts';
import { useCurrentTime } from './use-current-time.ts';

const waiting = ({ status }: MyRequest) => Number(status === 'pending');

/** Requests, the pending ones first, each with the actions of this person. */
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
              standing={requestStatus(request, now)}
              price={priceText(totalOf(request))}
              note={`${ticketCount(request.quantity)} at ${priceText(request.offered_price)} each`}
              actions={
                request.status === 'pending' ? (
                  <Moves request={request} onAsk={(to) => setAsked({ request, to })} />
                ) : (
                  request.undo_until && Date.parse(request.undo_until) > now.getTime() && <Undo request={request} />
                )
              }
            >
              <OtherSide request={request} />
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

function Moves({ request: { role, event }, onAsk }: { request: MyRequest; onAsk: (to: RequestAction) => void }) {
  if (role === 'buyer') {
    return (
      <button type="button" className="button" onClick={() => onAsk('cancel')}>
        Cancel<span className="sr"> the request for {event.title}</span>
      </button>
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

/** Shown while the buyer has not been told of the answer. */
function Undo({ request: { id, event } }: { request: MyRequest }) {
  const undo = useUndoAnswer();
  return (
    <button type="button" className="button" disabled={undo.isPending} onClick={() => undo.mutate(id)}>
      Undo<span className="sr"> the answer for {event.title}</span>
    </button>
  );
}
