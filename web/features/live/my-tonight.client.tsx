import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { EventRow } from '../on-sale/event-row.tsx';
import s from '../on-sale/on-sale.module.css';
import { myTonightQuery } from './live.queries.ts';

/** The tickets of the signed-in person for tonight, with the way to them. Nothing for everybody else. */
export function MyTonight() {
  const session = useSession();
  return session.status === 'signed_in' && !session.second_factor ? <Mine userId={session.user.id} /> : null;
}

function Mine({ userId }: { userId: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data, dataUpdatedAt } = useQuery(myTonightQuery(api, userId));
  if (!data?.length) return null;
  return (
    <section className={s.part} aria-labelledby="mine">
      <h2 id="mine">Your tickets tonight</h2>
      <ul className={s.list}>
        {data.map(({ id, event, quantity, status }) => (
          <EventRow key={id} event={event} now={dataUpdatedAt}>
            <p>
              <b>{ticketCount(quantity)}</b>{' '}
              {status === 'accepted' ? <Badge tone="good">Yours</Badge> : <Badge>Waiting for the seller</Badge>}
            </p>
            <Link to="/my-tickets" className="button primary">
              {status === 'accepted' ? 'Open my tickets' : 'See the request'}
              <span className="sr"> for {event.title}</span>
            </Link>
          </EventRow>
        ))}
      </ul>
    </section>
  );
}
