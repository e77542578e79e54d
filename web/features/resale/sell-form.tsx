import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { priceOf } from '../../../worker/contract/fees.ts';
import { cents, dollars, priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { ApiError, unwrap } from '../../api.ts';
import { Alert } from '../../ui/alert.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAction } from '../../use-action.ts';
import { useForm } from '../../use-form.ts';
import { eventQuery } from '../events/events.queries.ts';
import { launchQuery } from '../launch/launch.queries.ts';
import { useFees } from '../launch/use-fees.ts';
import { readListed, readPrice } from './ask-price.ts';
import { EventPicker } from './event-picker.tsx';
import { SOLD_AT_ONCE } from './instant-switch.tsx';
import { PriceField } from './price-field.tsx';
import s from './resale.module.css';
import { TOUCHED } from './resale.queries.ts';
import { type DraftEvent, keepSellDraft, newDraft, readSellDraft } from './sell-draft.ts';
import { type NewListing, sellSchema } from './sell-schema.ts';

/** Lists spare tickets for an event. The typed values and their key survive a reload. `note` is shown below the button. */
export function SellForm({ userId, note }: { userId: string; note?: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const bandOf = ({ id, slug }: DraftEvent) => {
    const event = queryClient.getQueryData(eventQuery(api, slug).queryKey);
    return event?.id === id ? event.price_band : undefined;
  };
  const list = useAction(({ key, json }: NewListing) => unwrap(api.listings.$post({ header: { 'idempotency-key': key }, json })), {
    reads: TOUCHED,
    done: (listing, { json }) => {
      showToast({ title: 'On sale', text: `${ticketCount(json.quantity)} at ${priceText(listing.ask_price)} each` });
      form.reset(newDraft());
    },
    failed: (error) => {
      // The draft was listed before it was changed. Its listing is shown beside the form.
      if (!(error instanceof ApiError) || error.code !== 'tickets.key_reused') return;
      showToast({ title: 'Already on sale', text: 'Your first try went through. Change its price in your listings.' });
      form.reset(newDraft());
      list.reset();
    },
  });
  const form = useForm({
    schema: sellSchema(bandOf),
    initial: () => readSellDraft(userId),
    mutation: list,
    fieldNames: { ask_price: 'price', event_id: 'event' },
    onValues: (values) => keepSellDraft(userId, values),
  });
  const { values, problems, isBusy } = form;
  const { data: switches } = useQuery(launchQuery(api));
  const fees = useFees();
  useQuery({ ...eventQuery(api, values.event?.slug ?? ''), enabled: values.event !== null });
  const [quantity, price] = [readListed(values.quantity), readPrice(values.price)];
  const onChoose = (event: DraftEvent | null) => {
    form.change({ event });
    const next = event ? 'quantity' : 'event';
    requestAnimationFrame(() => form.element.current?.querySelector<HTMLInputElement>(`[name=${next}]`)?.focus());
  };

  return (
    <form className={`${s.form} ${s.sheet}`} aria-labelledby="sell-heading" {...form.props}>
      <h2 id="sell-heading">List tickets</h2>
      <EventPicker event={values.event} error={problems['event']} onChoose={onChoose} />
      <div className={s.pair}>
        <Field label="Quantity" inputMode="numeric" autoComplete="off" {...form.field('quantity')} />
        <PriceField band={values.event ? bandOf(values.event) : undefined} field={form.field('price')} />
      </div>
      {quantity !== null && price !== null && (
        <p className={s.sum}>
          <b>
            {priceText(
              fees
                ? dollars(priceOf({ ask_cents: cents(price), quantity, fees }).receives_cents)
                : Math.round(quantity * price * 100) / 100,
            )}
          </b>{' '}
          <span>
            {fees && 'you receive for '}
            {ticketCount(quantity)} at {priceText(price)} each
          </span>
        </p>
      )}
      {switches?.payments && (
        <div className={s.instant}>
          <CheckField
            label="Sold at once"
            aria-describedby="instant-means"
            checked={values.isInstant}
            onChange={({ target }) => form.change({ isInstant: target.checked })}
          />
          <p id="instant-means" className={s.small}>
            {SOLD_AT_ONCE}
          </p>
        </div>
      )}
      <Alert>{problems['is_instant'] ?? form.error?.message}</Alert>
      <button type="submit" className="button primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Listing' : 'List tickets'}
      </button>
      {!values.isInstant && <p className={s.small}>A request waits for your yes; nothing is sold without it. {note}</p>}
    </form>
  );
}
