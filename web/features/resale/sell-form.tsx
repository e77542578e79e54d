import { priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { MOST_LISTED } from '../../../worker/contract/tickets.ts';
import { ApiError, unwrap } from '../../api.ts';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAction } from '../../use-action.ts';
import { eventQuery } from '../events/events.queries.ts';

import { type Band, priceProblem, readListed, readPrice } from './ask-price.ts';
import { EventPicker } from './event-picker.tsx';
import { PriceField } from './price-field.tsx';
import s from './resale.module.css';
import { TOUCHED } from './resale.queries.ts';
import { keepSellDraft, newDraft, readSellDraft, type SellDraft } from './sell-draft.ts';

type Errors = Partial<Record<'event' | 'quantity' | 'price', string | undefined>>;

/** Lists spare tickets for a night. What is typed survives a reload, and so does its key: sent twice, it is listed once. `note` stands below. */
export function SellForm({ userId, note }: { userId: string; note?: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' });
  const [draft, setDraft] = useState(() => readSellDraft(userId));
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const { data: event } = useQuery({ ...eventQuery(api, draft.event?.slug ?? ''), enabled: draft.event !== null });
  const band = draft.event && event?.id === draft.event.id ? event.price_band : undefined;

  const become = (next: SellDraft) => {
    setDraft(next);
    keepSellDraft(userId, next);
  };
  const show = (found: Errors) => {
    setErrors(found);
    const first = (['event', 'quantity', 'price'] as const).find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const offer = useAction(
    ({ event_id, quantity, ask_price }: { event_id: string; quantity: number; ask_price: number }) =>
      unwrap(api.listings.$post({ header: { 'idempotency-key': draft.key }, json: { event_id, quantity, ask_price } })),
    {
      reads: TOUCHED,
      done: (listing, asked) => {
        showToast({ title: 'On sale', text: `${ticketCount(asked.quantity)} at ${priceText(listing.ask_price)} each` });
        become(newDraft());
      },
    },
  );
  const change = (changed: Partial<SellDraft>) => {
    become({ ...draft, ...changed });
    setErrors(({ ...left }) => {
      for (const name of Object.keys(changed)) delete left[name as keyof Errors];
      return left;
    });
  };
  const submit = () => {
    if (offer.isPending) return;
    const found = problemsOf(draft, band);
    show(found);
    if (Object.keys(found).length > 0) return;
    const asked = { event_id: draft.event!.id, quantity: readListed(draft.quantity)!, ask_price: readPrice(draft.price)! };
    offer.mutate(asked, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        show({ quantity: error.fields['quantity'], price: error.fields['ask_price'], event: error.fields['event_id'] });
        // The draft was listed before it was changed: what stands below is it.
        if (error.code === 'tickets.key_reused') {
          showToast({ title: 'Already on sale', text: 'Your first try went through. Change its price in your listings.' });
          become(newDraft());
        }
      },
    });
  };
  const [quantity, price] = [readListed(draft.quantity), readPrice(draft.price)];

  return (
    <form
      ref={form}
      className={`${s.form} ${s.sheet}`}
      aria-labelledby="sell-heading"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit();
      }}
    >
      <h2 id="sell-heading">List tickets</h2>
      <EventPicker
        event={draft.event}
        error={errors.event}
        onChoose={(chosen) => {
          change({ event: chosen });
          const next = chosen ? 'quantity' : 'event';
          requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name=${next}]`)?.focus());
        }}
      />
      <div className={s.pair}>
        <Field
          label="Quantity"
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          value={draft.quantity}
          {...(errors.quantity ? { error: errors.quantity } : {})}
          onChange={({ target }) => change({ quantity: target.value })}
        />
        <PriceField value={draft.price} band={band} error={errors.price} onChange={(text) => change({ price: text })} />
      </div>
      {quantity !== null && price !== null && (
        <p className={s.sum}>
          <b>{priceText(Math.round(quantity * price * 100) / 100)}</b>{' '}
          <span>
            {ticketCount(quantity)} at {priceText(price)} each
          </span>
        </p>
      )}
      <button type="submit" className="button primary" disabled={offer.isPending} aria-busy={offer.isPending}>
        {offer.isPending ? 'Listing' : 'List tickets'}
      </button>
      <p className={s.small}>A request waits for your yes; nothing is sold without it. {note}</p>
    </form>
  );
}

function problemsOf({ event, quantity, price }: SellDraft, band: Band | undefined): Errors {
  const wrongPrice = priceProblem(price, band ?? null);
  return {
    ...(event ? {} : { event: 'Choose a night.' }),
    ...(readListed(quantity) === null ? { quantity: `From 1 to ${MOST_LISTED} tickets.` } : {}),
    ...(wrongPrice ? { price: wrongPrice } : {}),
  };
}
