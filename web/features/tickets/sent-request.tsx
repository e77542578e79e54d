import { priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { untilWhen } from '../../../worker/contract/event-time.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { launchQuery } from '../launch/launch.queries.ts';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';

/** The request that was sent, and what comes next. It stays when the last ticket is gone. */
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

/** A link to My tickets, once it is launched. */
function WhereItStands() {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: switches } = useQuery(launchQuery(api));
  return switches?.['my-tickets'] ? <Link to="/my-tickets">See it in My tickets</Link> : null;
}
