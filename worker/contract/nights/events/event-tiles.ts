/**
 * `asked` and `waiting` count people. `waiting` counts only people whose waitlist entry is confirmed and not declined.
 * `views` covers `VIEW_DAYS` days. `received` and `failed` count the recent hand-overs of all events.
 */
export interface TileCounts {
  asked: number;
  waiting: number;
  views: number;
  received: number;
  failed: number;
}

export type Demand = 'Quiet' | 'Rising' | 'High';

export interface EventTiles {
  demand: Demand;
  /** The share of tickets on sale whose seller has a valid badge, in whole percent. Null without tickets. */
  verified: number | null;
  /** The share of hand-overs that worked, in whole percent. Null with fewer than `FEWEST_FACTS` hand-overs. */
  worked: number | null;
}

const FEWEST_FACTS = 20;
/** With this many people, demand is high, so the count can stop here. */
export const PEOPLE_FOR_HIGH = 20;
const PEOPLE_FOR_RISING = 5;
const VIEWS_FOR_RISING = 100;
export const VIEW_DAYS = 7;

const share = (part: number, whole: number) => Math.floor((100 * part) / whole);

/**
 * Shares are rounded down, so that 100% means all. One person can open a page many times, so views alone never make
 * demand high. One person may both ask and wait, so the two counts are not added.
 */
export function eventTiles(
  { asked, waiting, views, received, failed }: TileCounts,
  listings: readonly { quantity: number; seller: { is_student_verified: boolean } }[],
): EventTiles {
  const ticketsOf = (some: typeof listings) => some.reduce((sum, { quantity }) => sum + quantity, 0);
  const tickets = ticketsOf(listings);
  const people = Math.max(asked, waiting);
  const isRising = people >= PEOPLE_FOR_RISING || views >= VIEWS_FOR_RISING;
  return {
    demand: people >= PEOPLE_FOR_HIGH ? 'High' : isRising ? 'Rising' : 'Quiet',
    verified:
      tickets > 0 ? share(ticketsOf(listings.filter(({ seller }) => seller.is_student_verified)), tickets) : null,
    worked: received + failed >= FEWEST_FACTS ? share(received, received + failed) : null,
  };
}

export const TILE_MEANINGS = {
  demand:
    `High: at least ${PEOPLE_FOR_HIGH} people have asked for tickets, or as many wait on the waitlist. ` +
    `Rising: at least ${PEOPLE_FOR_RISING} people, or ${VIEWS_FOR_RISING} views of this page in ${VIEW_DAYS} days.`,
  verified: 'Of the tickets on sale here, the share whose seller has a valid student badge.',
  worked:
    'Of all hand-overs on Vouch in the last 180 days, the share that left the buyer with working tickets. ' +
    `The tile says “New” until there are ${FEWEST_FACTS} hand-overs.`,
} as const satisfies Record<keyof EventTiles, string>;
