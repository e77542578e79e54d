import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { storedSession } from '../../../session/stored-session.ts';
import { requestsWithPass, storedPasses } from '../pass/own-passes.ts';
import s from './handover.module.css';
import { keptTickets, type ShownTicket } from './kept-tickets.ts';

/** The offline version of My tickets. `why` says what failed. */
export function KeptList({ why, onRetry }: { why: string; onRetry: () => void }) {
  return (
    <section className={`wrap ${s.kept}`}>
      <h1>My tickets</h1>
      <p role="alert">{why}</p>
      <KeptEvents />
      <p>
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </section>
  );
}

interface KeptRequest {
  id: string;
  event: ShownTicket['event'];
}

async function keptRequests(): Promise<KeptRequest[]> {
  const user_id = storedSession()?.user?.id;
  if (!user_id) return [];
  const tickets = await keptTickets(user_id).catch(() => []);
  const passes: { id: string; event: ShownTicket['event'] }[] = [];
  for (const id of await requestsWithPass().catch(() => [])) {
    const stored = await storedPasses(id).catch(() => null);
    if (stored?.user_id === user_id) passes.push({ id, event: stored.event });
  }
  const ids = new Set([...tickets.map(({ request_id }) => request_id), ...passes.map(({ id }) => id)]);
  return [...ids].flatMap((id) => {
    const own = tickets.find(({ request_id }) => request_id === id) ?? passes.find((pass) => pass.id === id);
    const event = own?.event;
    return event ? [{ id, event }] : [];
  });
}

export function KeptEvents() {
  const [kept, setKept] = useState<KeptRequest[]>();
  useEffect(() => void keptRequests().then(setKept), []);
  if (!kept) return null;
  return (
    <>
      <p role="note">
        {kept.length > 0
          ? 'These tickets were opened on this device.'
          : 'Tickets that you open on this device also work offline.'}
      </p>
      <ul className={s.found}>
        {kept.map(({ id, event }) => (
          <li key={id}>
            <p>
              <b>{event.title}</b>
              <span className={s.small}>
                {event.venue_name}, {longDate(event.start_at)}
              </span>
            </p>
            <Link to="/pass/$requestId" params={{ requestId: id }} className="button primary">
              Show ticket<span className="sr"> for {event.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
