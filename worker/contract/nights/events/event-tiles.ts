/** What the tiles of an event are computed from. */
export interface TileCounts {
  sellers: number;
  verified: number;
  received: number;
  failed: number;
  asked: number;
  offered: number;
}

/** The measured values of an event's tiles. A value with fewer than `FEWEST_FACTS` facts behind it is null. */
export interface EventTiles {
  /** The share of the sellers with tickets on sale whose badge counts, in whole percent. */
  verified: number | null;
  /** The share of the hand-overs that worked, in whole percent. */
  worked: number | null;
  /** How many people asked for each ticket, with one decimal. */
  asked_per_ticket: number | null;
}

export const FEWEST_FACTS = 20;

/** The tiles of an event. A share is rounded down, so that 100% means all. */
export function eventTiles({ sellers, verified, received, failed, asked, offered }: TileCounts): EventTiles {
  const share = (part: number, whole: number) => (whole >= FEWEST_FACTS ? Math.floor((100 * part) / whole) : null);
  return {
    verified: share(verified, sellers),
    worked: share(received, received + failed),
    asked_per_ticket: asked >= FEWEST_FACTS && offered > 0 ? Math.round((10 * asked) / offered) / 10 : null,
  };
}

/** What each measured tile means, as people read it. */
export const TILE_MEANINGS = {
  verified: 'The share of all sellers with tickets on sale on Vouch whose student badge counts now.',
  worked: 'The share of all hand-overs on Vouch in the last 180 days after which the buyer had working tickets.',
  asked_per_ticket:
    'How many people asked for tickets of this night, for each ticket that was offered. Each person counts once.',
} as const satisfies Record<keyof EventTiles, string>;
