import { useState } from 'react';
import { tickets } from '../tickets/buying.ts';
import { exact } from '../tickets/offers.ts';
import { MoveDialog, type RequestMove } from './move-dialog.tsx';
import { OtherSide, totalOf } from './other-side.tsx';
import s from './resale.module.css';
import type { MyRequest } from './resale.queries.ts';
import { requestStanding } from './standing.ts';
import { Stub } from './stub.tsx';
import { useListFocus } from './use-list-focus.ts';
import { useMinute } from './use-minute.ts';

const waiting = ({ status }: MyRequest) => Number(status === 'pending');

/** Requests, those that wait first, each with what the one who looks at it may do. */
export function RequestList({ requests }: { requests: readonly MyRequest[] }) {
  const now = useMinute();
  const { list, keep } = useListFocus();
  const [asked, setAsked] = useState<{ request: MyRequest; to: RequestMove }>();
  return (
    <>
      <ul ref={list} tabIndex={-1} className={s.list}>
        {requests
          .toSorted((a, b) => waiting(b) - waiting(a))
          .map((request) => (
            <Stub
              key={request.id}
              event={request.event}
              standing={requestStanding(request, now)}
              price={exact(totalOf(request))}
              note={`${tickets(request.quantity)} at ${exact(request.offered_price)} each`}
              actions={request.status === 'pending' && <Moves request={request} onAsk={(to) => setAsked({ request, to })} />}
            >
              <OtherSide request={request} />
            </Stub>
          ))}
      </ul>
      {asked && (
        <MoveDialog
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

function Moves({ request: { role, event }, onAsk }: { request: MyRequest; onAsk: (to: RequestMove) => void }) {
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
