import { lazy, Suspense, useEffect, useState } from 'react';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { eventOfListPass } from '../../../common/list-pass.ts';
import { RequireSignedIn } from '../../../session/gates.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useWakeLock } from '../handover/use-wake-lock.ts';
import { keepEvent } from '../pass/own-events.ts';
import { CodePanel } from './code-panel.tsx';
import { LetIn } from './let-in.tsx';
import { MoneyLines } from './money-lines.tsx';
import { NightHead } from './night-head.tsx';
import { useOwnTicket } from './use-own-ticket.ts';
import s from './ticket-screen.module.css';

const GiveTickets = lazy(() =>
  import('../given/give-tickets.client.tsx').then((module) => ({ default: module.GiveTickets })),
);
const FromFriend = lazy(() =>
  import('../given/from-friend.client.tsx').then((module) => ({ default: module.FromFriend })),
);

/** Calls `onStored` as soon as this phone has stored the ticket. From then on, the screen also works offline. */
export function TicketScreen({ id, onStored }: { id: string; onStored: () => void }) {
  const own = useOwnTicket(id);
  const { request, passes, tickets, problem, isLoading } = own;
  const switches = useSwitches();
  const [at, setAt] = useState(0);
  useWakeLock();
  const isOnList = eventOfListPass(id) !== null;
  const isStored = passes !== null || tickets.length > 0;
  useEffect(() => {
    if (isStored) onStored();
  }, [isStored, onStored]);
  const event = passes?.event ?? request?.event ?? tickets[0]?.event;
  useEffect(() => {
    if (passes) keepEvent({ id, ...passes.event });
  }, [passes, id]);
  if (!event && problem?.isSignedOut) return <RequireSignedIn>{null}</RequireSignedIn>;
  if (!event) {
    return (
      <>
        <h1>Your ticket</h1>
        {problem ? <Alert>{problem.text}</Alert> : isLoading ? <Loading /> : <Alert>There is no such ticket.</Alert>}
      </>
    );
  }
  const count = Math.max(passes?.passes.length ?? 0, tickets.length);
  const position = passes?.passes[at]?.position ?? at + 1;
  const entry = passes?.let_in.find((each) => each.position === position);
  return (
    <>
      <NightHead event={event} poster={passes?.poster} />
      {entry && <LetIn key={position} {...entry} />}
      <CodePanel own={own} at={at} />
      {count > 1 && (
        <nav className={s.which} aria-label="Your tickets">
          {Array.from({ length: count }, (_, index) => (
            <button
              key={index}
              type="button"
              className={index === at ? 'button primary' : 'button'}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              Ticket {passes?.passes[index]?.position ?? index + 1} of {request?.quantity ?? count}
            </button>
          ))}
        </nav>
      )}
      <MoneyLines id={id} request={request} kept={passes?.money} />
      {passes && !isOnList && (
        <Suspense>
          {passes.is_given ? (
            <FromFriend id={id} kind={passes.kind} isIn={passes.let_in.length > 0} />
          ) : (
            switches?.squads && request && request.quantity > 1 && <GiveTickets request={request} kind={passes.kind} />
          )}
        </Suspense>
      )}
    </>
  );
}
