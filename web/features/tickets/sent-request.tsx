import { priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { untilWhen } from '../../../worker/contract/event-time.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../launch/launch.queries.ts';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';

/** The stub torn off when a request was sent: what was asked for, and what happens next. Outlives the last ticket. */
export function SentRequest({ buying: { granted } }: { buying: Pick<Buying, 'granted'> }) {
  return (
    <output className={s.sent}>
      {granted && (
        <span key={granted.id} className={s.torn}>
          <b>
            {ticketCount(granted.quantity)} at {priceText(granted.offered_price)} each
          </b>
          <span>Request sent. The seller has until {untilWhen(granted.expires_at)}.</span>
          <WhereItStands />
        </span>
      )}
    </output>
  );
}

/** The way to the page that tells what became of it, once that is launched. */
function WhereItStands() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  return switches?.['my-tickets'] ? <Link to="/my-tickets">See it in My tickets</Link> : null;
}
