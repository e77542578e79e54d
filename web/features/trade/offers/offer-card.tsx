import { Link } from '@tanstack/react-router';
import { MINUTE } from '../../../../worker/contract/time/durations.ts';
import { longDate, untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { PAY_WINDOW_MS } from '../../../../worker/contract/trade/ticket-expiry.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Fact } from '../../../common/fact.tsx';
import { useCountdown } from '../payments/countdown.ts';
import { usePay } from '../payments/pay-button.tsx';
import s from '../payments/payments.module.css';
import { PayTerms } from '../buying/paying.tsx';
import { type Offer, usePassOffer, useTakeOffer } from './offers.queries.ts';

const PAY_MINUTES = PAY_WINDOW_MS / MINUTE;

export function OfferCard({ offer }: { offer: Offer }) {
  const { event, quantity, ask_price, total, seller } = offer;
  const left = useCountdown(offer.expires_at);
  const isOpen = offer.status === 'open' && left !== null;
  return (
    <>
      <div className={s.stub}>
        <div className={s.state}>
          <h2>{event.title}</h2>
          <p>
            {longDate(event.start_at)}, {event.venue.name}, {displayCity(event.venue.city)}
          </p>
          {isOpen ? (
            <p role="timer">
              Held for you for <b>{left}</b>. Answer by {untilWhen(offer.expires_at)}.{' '}
              {total !== null &&
                `Once you take ${quantity === 1 ? 'it' : 'them'}, you have ${PAY_MINUTES} minutes to pay.`}
            </p>
          ) : (
            <Ended offer={offer} />
          )}
        </div>
        <dl className={s.parts}>
          <Fact name={ticketCount(quantity)}>{priceText(ask_price * quantity)}</Fact>
          {total !== null && (
            <>
              <Fact name="Fee, with payment protection">{priceText(total - ask_price * quantity)}</Fact>
              <Fact name="Total">{priceText(total)}</Fact>
            </>
          )}
          <Fact name="Seller">{seller.display_name ?? 'A student'}</Fact>
        </dl>
      </div>
      {isOpen && <Answers offer={offer} />}
      <p className="row">
        <Link
          to="/events/$slug"
          params={{ slug: event.slug }}
          className={offer.status === 'taken' ? 'button primary' : 'button'}
        >
          {offer.status === 'taken' && total !== null ? 'Pay or see your tickets' : 'See the night'}
        </Link>
      </p>
    </>
  );
}

function Answers({ offer }: { offer: Offer }) {
  const pay = usePay();
  const take = useTakeOffer(offer, (taken) => {
    if (taken.payment) pay(taken);
  });
  const pass = usePassOffer(offer);
  const isBusy = take.isPending || pass.isPending;
  return (
    <div className={s.form}>
      <Alert>{(take.error ?? pass.error)?.message}</Alert>
      <p className="row">
        <button type="button" className="button primary" disabled={isBusy} onClick={() => take.mutate()}>
          {offer.total === null ? `Take ${ticketCount(offer.quantity)}` : `Take and pay ${priceText(offer.total)}`}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => pass.mutate()}>
          No thanks
        </button>
      </p>
      {offer.total === null ? (
        <p className="muted">The seller gets your request. It costs nothing.</p>
      ) : (
        <PayTerms isInstant={offer.is_instant} />
      )}
    </div>
  );
}

const ENDED: Record<Offer['status'], { word: string; said: string }> = {
  open: {
    word: 'Ended',
    said: 'Time ran out, and the tickets went to the next person. You’re still on the waitlist.',
  },
  lapsed: {
    word: 'Ended',
    said: 'Time ran out, and the tickets went to the next person. You’re still on the waitlist.',
  },
  taken: {
    word: 'Taken',
    said: 'You took these tickets. The night’s page shows what comes next, and lets you pay if you haven’t yet.',
  },
  passed: { word: 'Declined', said: 'The next person gets the offer. You’re still on the waitlist.' },
  ended: { word: 'Ended', said: 'These tickets went off sale. You’re still on the waitlist.' },
};

function Ended({ offer: { status } }: { offer: Offer }) {
  const { word, said } = ENDED[status];
  return (
    <output className={s.state}>
      <Badge tone={status === 'taken' ? 'good' : 'plain'}>{word}</Badge>
      <span>{said}</span>
    </output>
  );
}
