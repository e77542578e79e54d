import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { badgeWords } from '../../../../worker/contract/people/badge.ts';
import { displayCity } from '../../../../worker/contract/nights/places.ts';
import { eventDateParts, untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText, reserveText } from '../../../../worker/contract/trade/money.ts';
import { holdEnd } from '../../../../worker/contract/trade/ticket-expiry.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Fact } from '../../../common/fact.tsx';
import { Stamp } from '../../../ui/stamp.tsx';
import { useApi } from '../../../use-api.ts';
import { SellerFacts } from '../../people/seller/seller-line.tsx';
import { BadgeFirst } from './badge-first.tsx';
import { BOUGHT_AS } from './bought-as.ts';
import { myEventQuery } from './my-event.queries.ts';
import { type ShownListing, payingFor, priceOfOne, sellerOf } from './eligible-listings.ts';
import { ContinuePayment, PayTerms, PriceParts, useUnpaid } from './paying.tsx';
import s from './purchase-sheet.module.css';
import { QuantityField } from './quantity-field.tsx';
import type { Buying } from './use-buying.ts';

/** The ticket request goes to `buying.best`, which can be another listing than `asked`. */
export function PurchaseSheet({
  asked,
  buying,
  event,
  me,
  onClose,
}: {
  /** The listing of the chosen row. */
  asked: ShownListing;
  buying: Buying;
  event: { id: string; title: string; start_at: string; venue: { name: string; city: string } };
  me: string | null;
  onClose: () => void;
}) {
  const [refusal, setRefusal] = useState<string>();
  const unpaid = useUnpaid({ event_id: event.id, me, granted: buying.granted });
  const { best, atOnce } = buying;
  const isAtOnce = best !== undefined && best === atOnce?.listing;
  const paying = best && buying.problem === null ? payingFor(best, Number(buying.quantity)) : null;
  return (
    <Dialog title="Request to Buy" onClose={onClose}>
      {unpaid ? (
        <ContinuePayment request={unpaid} />
      ) : best ? (
        <form
          className={s.sheet}
          noValidate
          onSubmit={(submit) => {
            submit.preventDefault();
            setRefusal(undefined);
            buying.request({ onGranted: onClose, onRefused: setRefusal });
          }}
        >
          <QuantityField best={best} buying={buying} />
          {paying && <PriceParts paying={paying} />}
          {atOnce && <Choice buying={buying} isAtOnce={isAtOnce} more={atOnce.more} />}
          {!isAtOnce && !(atOnce && best.id === asked.id) && (
            <p className={s.first}>
              {best.id === asked.id ? 'Requests go to the best price first. This is it.' : notTheChosen(asked, best)}
            </p>
          )}
          <dl className={s.facts}>
            <Fact name="Night">{event.title}</Fact>
            <Fact name="Date">{whenShort(event.start_at)}</Fact>
            <Fact name="Place">
              {event.venue.name}, {displayCity(event.venue.city)}
            </Fact>
            {paying && <Fact name="Hand-over">{BOUGHT_AS[best.handover_kind ?? 'by_mail']}</Fact>}
            <Fact name="Seller">
              {sellerOf(best)} {best.seller.is_student_verified && <Stamp>Student Verified</Stamp>}
              <BadgeProof seller={best.seller} />
            </Fact>
            {best.seller.facts && (
              <Fact name="Sales here">
                <SellerFacts seller={best.seller} />
              </Fact>
            )}
            <Fact name="School">{schoolOf(best, paying !== null)}</Fact>
            <Fact name="Price per ticket">{priceText(priceOfOne(best))}</Fact>
            <Fact name={paying && best.is_instant ? 'Seller’s answer' : 'Deadline'}>
              {paying && best.is_instant ? (
                <Badge tone="live">Not needed: sold at once</Badge>
              ) : (
                <Deadline event={event} me={me} />
              )}
            </Fact>
          </dl>
          {paying && <PayTerms isInstant={best.is_instant ?? false} />}
          <BadgeFirst event_id={event.id} me={me}>
            {!paying && (
              <p className="muted">A request costs nothing. It holds the tickets until the seller answers.</p>
            )}
            <div className={s.reach}>
              <Alert>{refusal}</Alert>
              <button type="submit" className="button primary" disabled={buying.isSending || buying.problem !== null}>
                {buying.isSending
                  ? 'Sending'
                  : paying
                    ? reserveText({ total: paying.total, sold_at_once: best.is_instant ?? false })
                    : 'Request to Buy'}
              </button>
            </div>
          </BadgeFirst>
        </form>
      ) : (
        <p>{buying.none}</p>
      )}
    </Dialog>
  );
}

/** "Friday, November 27, 10:00 PM", which fits into one line of a phone. */
function whenShort(instant: string): string {
  const { weekday, month, day, time } = eventDateParts(instant);
  return `${weekday}, ${month} ${day}, ${time}`;
}

/** `more` is the extra cost of buying at once, in dollars. It can be 0. */
function Choice({ buying: { choose }, isAtOnce, more }: { buying: Buying; isAtOnce: boolean; more: number }) {
  return (
    <fieldset className={s.choice}>
      <legend className="sr">When you’ll know</legend>
      <label>
        <input type="radio" name="at-once" checked={!isAtOnce} onChange={() => choose(false)} />
        Best price, the seller answers
      </label>
      <label>
        <input type="radio" name="at-once" checked={isAtOnce} onChange={() => choose(true)} />
        {more === 0 ? 'Instant, same price' : `Instant for ${priceText(more)} more`}
      </label>
    </fieldset>
  );
}

function BadgeProof({ seller: { is_student_verified, badge_at } }: { seller: ShownListing['seller'] }) {
  return is_student_verified && badge_at !== undefined ? (
    <small className={`muted ${s.proof}`}>{badgeWords({ badge_at })}</small>
  ) : null;
}

function schoolOf({ seller: { school, is_student_verified } }: ShownListing, paying: boolean): string {
  if (school === null) return 'Not given';
  if (!paying) return school;
  return `${school}, ${is_student_verified ? 'verified' : 'not verified'}`;
}

function notTheChosen(asked: ShownListing, best: ShownListing): string {
  const chosen = `You chose ${sellerOf(asked)} at ${priceText(priceOfOne(asked))}`;
  return `${chosen}, but requests go to the best price first: ${sellerOf(best)} at ${priceText(priceOfOne(best))}.`;
}

/** Shows when the hold ends if the request is sent now. Buyers with a verified school get a longer hold. */
function Deadline({ event, me }: { event: { id: string; start_at: string }; me: string | null }) {
  const api = useApi();
  const { data: mine } = useQuery(myEventQuery(api, { user_id: me, event_id: event.id }));
  const [now] = useState(() => new Date());
  const end = (is_verified: boolean) =>
    untilWhen(holdEnd({ now, start_at: new Date(event.start_at), is_verified }).toISOString(), now);
  const [sure, longest] = [end(mine?.is_student_verified ?? false), end(true)];
  if (mine || sure === longest) return <>The seller has until {sure}.</>;
  return (
    <>
      The seller has until {sure}, or {longest} if your school is verified.
    </>
  );
}
