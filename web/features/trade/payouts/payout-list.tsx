import { Link } from '@tanstack/react-router';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Badge } from '../../../ui/badge.tsx';
import stub from '../on-sale/on-sale.module.css';
import resale from '../resale/resale.module.css';
import { payoutWords } from './payout-words.ts';
import type { Payout, Payouts } from './payouts.queries.ts';
import '../../../common/stub.css';

export function PayoutList({ payouts }: { payouts: Payouts }) {
  return (
    <ul className={resale.list}>
      {payouts.payouts.map((sale) => (
        <PayoutStub key={sale.request_id} sale={sale} payouts={payouts} />
      ))}
    </ul>
  );
}

function PayoutStub({ sale, payouts }: { sale: Payout; payouts: Payouts }) {
  const { event, quantity, receives, paid, recouped } = sale;
  const { weekday, day, month } = eventDateParts(event.start_at);
  const { word, tone, next } = payoutWords(sale, payouts);
  const hasLeft = sale.stage === 'sent' || sale.stage === 'reversed';
  return (
    <li className={resale.stub}>
      <div className={stub.what}>
        <time dateTime={event.start_at} className="leaf">
          <span>{weekday.slice(0, 3)}</span>
          <b>{day}</b>
          <span>{month.slice(0, 3)}</span>
        </time>
        <div className={resale.about}>
          <h3>
            <Link to="/events/$slug" params={{ slug: event.slug }}>
              {event.title}
            </Link>
          </h3>
          <Badge tone={tone}>{word}</Badge>
          {next && <p>{next}</p>}
        </div>
      </div>
      <div className={stub.end}>
        <p className={resale.sum}>
          <b>{priceText(hasLeft ? paid + recouped : receives)}</b> <span>for {ticketCount(quantity)}</span>
        </p>
      </div>
    </li>
  );
}
