import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useSession } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useApi } from '../../../use-api.ts';
import { EventRow } from '../../trade/on-sale/event-row.tsx';
import s from '../../trade/on-sale/on-sale.module.css';
import { isHeld, TicketLink } from '../../trade/pass/ticket-link.tsx';
import { type MyTonight as Own, myTonightQuery } from './live.queries.ts';

export function MyTonight() {
  const session = useSession();
  return session.status === 'signed_in' && !session.second_factor ? <Mine userId={session.user.id} /> : null;
}

function Mine({ userId }: { userId: string }) {
  const api = useApi();
  const { data, dataUpdatedAt: now } = useQuery(myTonightQuery(api, userId));
  if (!data) return null;
  return (
    <>
      {data.doors.length > 0 && <Doors doors={data.doors} now={now} />}
      {data.ticket_requests.length > 0 && <Tickets requests={data.ticket_requests} now={now} />}
    </>
  );
}

function Doors({ doors, now }: { doors: Own['doors']; now: number }) {
  return (
    <section className={s.part} aria-labelledby="doors">
      <h2 id="doors">Your doors tonight</h2>
      <ul className={s.list}>
        {doors.map((event) => (
          <EventRow key={event.slug} event={event} now={now}>
            {/* A full page load, because only a page loaded at the address of a door may use the camera. */}
            <a className="button primary" href={`/door/${event.slug}`}>
              Open the door
              <span className="sr"> of {event.title}</span>
            </a>
          </EventRow>
        ))}
      </ul>
    </section>
  );
}

function Tickets({ requests, now }: { requests: Own['ticket_requests']; now: number }) {
  return (
    <section className={s.part} aria-labelledby="mine">
      <h2 id="mine">Your tickets tonight</h2>
      <ul className={s.list}>
        {requests.map((request) => {
          const { id, event, quantity } = request;
          const isMine = request.status === 'accepted';
          return (
            <EventRow key={id} event={event} now={now}>
              <p>
                <b>{ticketCount(quantity)}</b>{' '}
                {isMine ? <Badge tone="good">Yours</Badge> : <Badge>Waiting for the seller</Badge>}
              </p>
              {isHeld(request) ? (
                <TicketLink request={request} now={new Date(now)} />
              ) : (
                <Link to="/my-tickets" className="button primary">
                  {isMine ? 'Open my tickets' : 'See the request'}
                  <span className="sr"> for {event.title}</span>
                </Link>
              )}
            </EventRow>
          );
        })}
      </ul>
    </section>
  );
}
