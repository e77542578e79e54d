import { useEffect, useState } from 'react';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { storedSession } from '../../../session/stored-session.ts';
import s from './handover.module.css';
import { keptTickets, type ShownTicket } from './kept-tickets.ts';
import { TicketSheet } from './ticket-sheet.tsx';

/** The offline version of My tickets. `why` says what failed. `onRetry` loads the page again. */
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

/** The tickets that were opened on this device, by request, for the person whose session is stored here. */
export function KeptEvents() {
  const [kept, setKept] = useState<ShownTicket[]>();
  const [shown, setShown] = useState<ShownTicket[]>();
  useEffect(() => {
    const user_id = storedSession()?.user?.id;
    void (user_id ? keptTickets(user_id) : Promise.resolve([])).catch(() => []).then(setKept);
  }, []);
  if (!kept) return null;
  const groups = Object.values(Object.groupBy(kept, ({ request_id }) => request_id)).flatMap((tickets) =>
    tickets ? [tickets] : [],
  );
  return (
    <>
      <p role="note">
        {groups.length > 0
          ? 'These tickets were opened on this device.'
          : 'Tickets that you open on this device also work offline.'}
      </p>
      <ul className={s.found}>
        {groups.map((tickets) => (
          <li key={tickets[0]!.request_id}>
            <p>
              <b>{tickets[0]!.event.title}</b>
              <span className={s.small}>
                {tickets[0]!.event.venue_name}, {longDate(tickets[0]!.event.start_at)}
              </span>
            </p>
            <button type="button" className="button primary" onClick={() => setShown(tickets)}>
              {tickets.length === 1 ? 'Show ticket' : `Show ${tickets.length} tickets`}
              <span className="sr"> for {tickets[0]!.event.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <TicketSheet tickets={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
