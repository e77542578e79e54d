import * as v from 'valibot';
import { MOST_CENTS } from '../../../drizzle/vocabulary.ts';
import { HANDOVER_KINDS } from '../../../drizzle/handover-vocabulary.ts';
import { ListedTicket } from './ticket-files.ts';
import { AT_LEAST_ONE, MOST_HELD } from './ticket-quantity.ts';

export const DOLLARS_AND_CENTS = 'Ask for an amount in dollars and cents.';

const eventId = v.pipe(
  v.string('event_id must be text.'),
  v.nonEmpty('event_id must not be empty.'),
  v.maxLength(64, 'event_id has at most 64 characters.'),
);

const quantity = v.pipe(v.number(AT_LEAST_ONE), v.safeInteger(AT_LEAST_ONE), v.minValue(1, AT_LEAST_ONE));

/** Whether an amount in dollars has at most two decimals. */
export const isWholeCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

const askPrice = v.pipe(
  v.number(DOLLARS_AND_CENTS),
  v.minValue(0, DOLLARS_AND_CENTS),
  v.maxValue(MOST_CENTS / 100, 'A ticket can’t cost that much.'),
  v.check(isWholeCents, DOLLARS_AND_CENTS),
);

/** The most that a buyer expects to pay for all tickets, in dollars with fees. */
export const Total = v.optional(v.pipe(v.number(DOLLARS_AND_CENTS), v.minValue(0, DOLLARS_AND_CENTS)));

/**
 * `total`: while payments are on, the ticket request is refused if the tickets cost more. `at_once`: asks only for a
 * listing that is "sold at once", even if another listing is cheaper.
 */
export const RequestTickets = v.object(
  {
    event_id: eventId,
    quantity,
    total: Total,
    at_once: v.optional(v.boolean('at_once is true or false.'), false),
  },
  'The request must be a JSON object.',
);
export type RequestTickets = v.InferOutput<typeof RequestTickets>;

const PLACES = `Choose 1 to ${MOST_HELD} places, in whole numbers.`;

/** How many places a group or a waitlist entry asks for. A group or an entry gets all of its places or none. */
export const Places = v.pipe(v.number(PLACES), v.integer(PLACES), v.minValue(1, PLACES), v.maxValue(MOST_HELD, PLACES));

export const RequestGroup = v.object(
  {
    event_id: eventId,
    places: Places,
    total: Total,
  },
  'The request must be a JSON object.',
);

export const MOST_LISTED = 20;

const isInstant = v.boolean('is_instant is true or false.');

const AT_MOST_LISTED = `List at most ${MOST_LISTED} tickets at once.`;
const NO_TICKETS = 'Add a file for each ticket that you sell.';
const ONLY_OF_FILES = 'Only uploaded tickets have files. Remove the files, or list the tickets as files.';
const COUNTED = 'Each file counts as one ticket. Remove the quantity.';
const TWICE = 'This list contains the same ticket twice. Remove one of them.';

const areDifferent = (texts: readonly string[]) => new Set(texts).size === texts.length;

/**
 * `ask_price`: dollars per ticket. `is_instant`: sold as soon as a card is authorized. `mutuals_first`: only mutuals of
 * the seller can ask in the first half hour. `kind` is absent while hand-overs are off.
 */
export const ListTickets = v.pipe(
  v.object(
    {
      event_id: eventId,
      quantity: v.optional(v.pipe(quantity, v.maxValue(MOST_LISTED, AT_MOST_LISTED))),
      ask_price: askPrice,
      is_instant: v.optional(isInstant, false),
      mutuals_first: v.optional(v.boolean('mutuals_first is true or false.'), false),
      kind: v.optional(v.picklist(HANDOVER_KINDS, `A listing is of one of these kinds: ${HANDOVER_KINDS.join(', ')}.`)),
      shows_at_once: v.optional(v.boolean('shows_at_once is true or false.'), false),
      tickets: v.optional(
        v.pipe(v.array(ListedTicket, NO_TICKETS), v.minLength(1, NO_TICKETS), v.maxLength(MOST_LISTED, AT_MOST_LISTED)),
      ),
    },
    'The listing must be a JSON object.',
  ),
  v.forward(
    v.check(({ kind, quantity: count }) => kind === 'file' || count !== undefined, AT_LEAST_ONE),
    ['quantity'],
  ),
  v.forward(
    v.check(({ kind, quantity: count }) => kind !== 'file' || count === undefined, COUNTED),
    ['quantity'],
  ),
  v.forward(
    v.check(({ kind, tickets }) => kind !== 'file' || tickets !== undefined, NO_TICKETS),
    ['tickets'],
  ),
  v.forward(
    v.check(({ kind, tickets }) => kind === 'file' || tickets === undefined, ONLY_OF_FILES),
    ['tickets'],
  ),
  v.forward(
    v.check(
      ({ tickets = [] }) =>
        areDifferent(tickets.map(({ file_id }) => file_id)) && areDifferent(tickets.map(({ code_hash }) => code_hash)),
      TWICE,
    ),
    ['tickets'],
  ),
);
export type ListTickets = v.InferOutput<typeof ListTickets>;

/** `PATCH /api/listings/{id}`. A seller cannot set the stock, because requests may have changed it in the meantime. */
export const PriceListing = v.pipe(
  v.object(
    { ask_price: v.optional(askPrice), is_instant: v.optional(isInstant) },
    'The listing must be a JSON object.',
  ),
  v.forward(
    v.check(({ ask_price, is_instant }) => ask_price !== undefined || is_instant !== undefined, DOLLARS_AND_CENTS),
    ['ask_price'],
  ),
);
