import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount, ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { myEventQuery } from './my-event.queries.ts';
import type { TicketRequest } from './tickets.queries.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useApi } from '../../../use-api.ts';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';

const loadQuestion = () => import('../../talk/notices/ask-for-news.client.tsx').then((module) => module.AskForNews);

/** While a ticket request is pending, shows it and what comes next, even if no tickets are left. */
export function SentRequest({ buying, me }: { buying: Pick<Buying, 'granted'>; me: string | null }) {
  const api = useApi();
  const event_id = buying.granted?.event_id ?? '';
  const {
    data: mine,
    isFetching,
    isError,
  } = useQuery({ ...myEventQuery(api, { user_id: me, event_id }), enabled: false });
  const isOver =
    !isFetching &&
    !isError &&
    mine?.requests.every(({ id, status }) => id !== buying.granted?.id || status !== 'pending');
  const granted = isOver ? null : buying.granted;
  return (
    <>
      <output className={s.sent}>
        {granted && (
          <span key={granted.id} className={s.torn}>
            <b>
              {granted.payment
                ? `${ticketCount(granted.quantity)}, ${priceText(granted.payment.total ?? 0)} in all`
                : ticketsAt(granted.quantity, priceText(granted.offered_price))}
            </b>
            <span>{sentText(granted)}</span>
            {granted.payment ? (
              <Link to="/pay/$requestId" params={{ requestId: granted.id }}>
                See the payment
              </Link>
            ) : (
              <WhereItStands />
            )}
          </span>
        )}
      </output>
      {granted && <LazyPart load={loadQuestion} />}
    </>
  );
}

function sentText({ payment, expires_at }: TicketRequest): string {
  const deadline = untilWhen(expires_at);
  return payment?.status === 'awaiting'
    ? `Held for you, not paid yet. Pay by ${deadline}.`
    : `Request sent. The seller has until ${deadline}.`;
}

function WhereItStands() {
  const switches = useSwitches();
  return switches?.['my-tickets'] ? <Link to="/my-tickets">See it in My tickets</Link> : null;
}
