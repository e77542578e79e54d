import * as v from 'valibot';
import { AT_LEAST_ONE } from './ticket-quantity.ts';

/** The message for a price that is not an amount in dollars and cents. */
export const DOLLARS_AND_CENTS = 'Ask for an amount in dollars and cents.';

const eventId = v.pipe(
  v.string('event_id must be text.'),
  v.nonEmpty('event_id must not be empty.'),
  v.maxLength(64, 'That is not an event id.'),
);

const quantity = v.pipe(v.number(AT_LEAST_ONE), v.safeInteger(AT_LEAST_ONE), v.minValue(1, AT_LEAST_ONE));

const askPrice = v.pipe(
  v.number(DOLLARS_AND_CENTS),
  v.minValue(0, DOLLARS_AND_CENTS),
  v.maxValue(1_000_000, 'That is more than a ticket may cost.'),
  v.check((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, DOLLARS_AND_CENTS),
);

/**
 * `POST /api/ticket-requests`. The server chooses the listing. The available stock limits `quantity`. `total` is what the buyer expects to
 * pay for all tickets, in dollars with the fees: while buyers pay here, dearer tickets are refused.
 */
export const RequestTickets = v.object(
  { event_id: eventId, quantity, total: v.optional(v.pipe(v.number(DOLLARS_AND_CENTS), v.minValue(0, DOLLARS_AND_CENTS))) },
  'The request must be a JSON object.',
);
export type RequestTickets = v.InferOutput<typeof RequestTickets>;

/** The most tickets in one listing. */
export const MOST_LISTED = 20;

const isInstant = v.boolean('is_instant is true or false.');

/** `POST /api/listings`. `ask_price` is in dollars, for each ticket. `is_instant` sells the tickets as soon as a card is authorised. */
export const OfferTickets = v.object(
  {
    event_id: eventId,
    quantity: v.pipe(quantity, v.maxValue(MOST_LISTED, `List at most ${MOST_LISTED} tickets at once.`)),
    ask_price: askPrice,
    is_instant: v.optional(isInstant, false),
  },
  'The listing must be a JSON object.',
);
export type OfferTickets = v.InferOutput<typeof OfferTickets>;

/**
 * `PATCH /api/listings/{id}`: the price, and whether the tickets are sold at once. If the stock could be set, it would overwrite requests
 * made in the meantime.
 */
export const PriceListing = v.pipe(
  v.object({ ask_price: v.optional(askPrice), is_instant: v.optional(isInstant) }, 'The listing must be a JSON object.'),
  v.forward(
    v.check(({ ask_price, is_instant }) => ask_price !== undefined || is_instant !== undefined, DOLLARS_AND_CENTS),
    ['ask_price'],
  ),
);
