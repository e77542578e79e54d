import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceOf } from '../../../../worker/contract/trade/fees.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { ApiError, unwrap } from '../../../api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useAction } from '../../../use-action.ts';
import { useForm } from '../../../use-form.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { HandoverChoice } from '../handover/handover-choice.tsx';
import { SHOWN_AT_ONCE, SHOWN_LATER } from '../handover/handover-words.ts';
import { TicketDrop } from '../handover/ticket-drop.tsx';
import { useDroppedTickets } from '../handover/use-dropped-tickets.ts';
import { useFees } from '../../../common/launch/use-fees.ts';
import { useSwitches } from '../../../common/launch/use-switches.ts';
import { useApi } from '../../../use-api.ts';
import { readListed, readPrice } from './ask-price.ts';
import { ForWanted, listedToast } from './for-wanted.tsx';
import { EventPicker } from './event-picker.tsx';
import { SOLD_AT_ONCE } from './instant-switch.tsx';
import { PriceFacts } from './price-facts.tsx';
import { PriceField } from './price-field.tsx';
import s from '../resale/resale.module.css';
import { TOUCHED } from '../resale/resale.queries.ts';
import { type DraftEvent, keepSellDraft, newDraft, readSellDraft } from './sell-draft.ts';
import { type NewListing, sellSchema } from './sell-schema.ts';

/** The form that lists tickets. What the seller typed survives a reload. `note` is shown below the button. */
export function SellForm({ userId, note }: { userId: string; note?: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const bandOf = ({ id, slug }: DraftEvent) => {
    const event = queryClient.getQueryData(eventQuery(api, slug).queryKey);
    return event?.id === id ? event.price_band : undefined;
  };
  const switches = useSwitches();
  const dropped = useDroppedTickets();
  const begin = () => {
    form.reset(newDraft());
    dropped.clear();
  };
  const create = async ({ key, wanted_id, json }: NewListing) => {
    const tickets = json.kind === 'file' ? { tickets: await dropped.upload() } : {};
    const sent = { header: { 'idempotency-key': key }, json: { ...json, ...tickets } };
    if (wanted_id === null) return unwrap(api.listings.$post(sent));
    return unwrap(api.wanted[':id'].listings.$post({ param: { id: wanted_id }, ...sent }));
  };
  const list = useAction(create, {
    reads: TOUCHED,
    done: (listing, { count }) => {
      showToast(listedToast(listing, count));
      begin();
    },
    failed: (error) => {
      if (error instanceof ApiError && error.code === 'tickets.file_taken') dropped.forgetUploads();
      // An earlier try has listed the tickets. Then the seller changed the draft and sent it with the same key.
      if (!(error instanceof ApiError) || error.code !== 'tickets.key_reused') return;
      showToast({ title: 'Already on sale', text: 'Your first try went through. Change its price in your listings.' });
      begin();
      list.reset();
    },
  });
  const form = useForm({
    schema: sellSchema(bandOf, switches?.handover ? dropped.tickets.length : null),
    initial: () => readSellDraft(userId),
    mutation: list,
    fieldNames: { ask_price: 'price', event_id: 'event' },
    onValues: (values) => keepSellDraft(userId, values),
  });
  const { values, problems, isBusy } = form;
  const fees = useFees();
  const isFile = switches?.handover === true && values.kind === 'file';
  useQuery({ ...eventQuery(api, values.event?.slug ?? ''), enabled: values.event !== null });
  const [quantity, price] = [
    isFile ? dropped.tickets.length || null : readListed(values.quantity),
    readPrice(values.price),
  ];
  const onChoose = (event: DraftEvent | null) => {
    form.change({ event, wanted: null });
    const next = !event ? 'event' : switches?.handover ? 'kind' : 'quantity';
    requestAnimationFrame(() => form.element.current?.querySelector<HTMLInputElement>(`[name=${next}]`)?.focus());
  };

  return (
    <form className={`${s.form} ${s.sheet}`} aria-labelledby="sell-heading" {...form.props}>
      <h2 id="sell-heading">List tickets{values.wanted && ` for ${values.wanted.name ?? 'a student'}`}</h2>
      <EventPicker event={values.event} error={problems['event']} onChoose={onChoose} />
      {switches?.handover && (
        <HandoverChoice kind={values.kind} isBusy={isBusy} onChoose={(kind) => form.change({ kind })} />
      )}
      {isFile && (
        <TicketDrop
          dropped={dropped}
          error={dropped.tickets.length === 0 ? problems['tickets'] : undefined}
          isBusy={isBusy}
        />
      )}
      {isFile && (
        <div className={s.instant}>
          <CheckField
            label={SHOWN_AT_ONCE}
            aria-describedby="shown-means"
            checked={values.showsAtOnce}
            onChange={({ target }) => form.change({ showsAtOnce: target.checked })}
          />
          <p id="shown-means" className={s.small}>
            {SHOWN_LATER}
          </p>
        </div>
      )}
      <div className={isFile ? undefined : s.pair}>
        {!isFile && <Field label="Quantity" inputMode="numeric" autoComplete="off" {...form.field('quantity')} />}
        <PriceField band={values.event ? bandOf(values.event) : undefined} field={form.field('price')} />
      </div>
      {values.event && <PriceFacts event={values.event} takesPayments={switches?.payments ?? false} />}
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
            {ticketsAt(quantity, priceText(price))}
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
      {switches?.vouches && !values.wanted && (
        <div className={s.instant}>
          <CheckField
            label="Mutuals first for 30 minutes"
            aria-describedby="first-means"
            checked={values.mutualsFirst}
            onChange={({ target }) => form.change({ mutualsFirst: target.checked })}
          />
          <p id="first-means" className={s.small}>
            Your mutuals can ask for these tickets right away. Everyone else can ask 30 minutes later.
          </p>
        </div>
      )}
      {values.wanted && values.event && (
        <ForWanted
          wanted={values.wanted}
          start_at={values.event.start_at}
          quantity={quantity}
          price={price}
          onEverybody={() => form.change({ wanted: null })}
        />
      )}
      <Alert>{problems['is_instant'] ?? form.error?.message}</Alert>
      <button type="submit" className="button primary" disabled={isBusy || dropped.reading !== null} aria-busy={isBusy}>
        {isBusy ? 'Listing' : 'List tickets'}
      </button>
      {!values.isInstant && <p className={s.small}>Nothing is sold until you say yes. {note}</p>}
    </form>
  );
}
