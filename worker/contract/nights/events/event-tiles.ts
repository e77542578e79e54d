/** The numbers behind an event's tiles. */
export interface TileCounts {
  sellers: number;
  verified: number;
  received: number;
  failed: number;
  asked: number;
  listed: number;
}

/** The values of an event's tiles. A value based on fewer than `FEWEST_FACTS` facts is null. */
export interface EventTiles {
  /** The share of sellers with tickets on sale who have a valid badge, in whole percent. */
  verified: number | null;
  /** The share of the hand-overs that worked, in whole percent. */
  worked: number | null;
  /** The number of people who asked, per ticket offered, with one decimal. */
  asked_per_ticket: number | null;
}

export const FEWEST_FACTS = 20;

/** Computes the tiles of an event. Shares are rounded down, so that 100% means all. */
export function eventTiles({ sellers, verified, received, failed, asked, listed }: TileCounts): EventTiles {
  const share = (part: number, whole: number) => (whole >= FEWEST_FACTS ? Math.floor((100 * part) / whole) : null);
  return {
    verified: share(verified, sellers),
    worked: share(received, received + failed),
    asked_per_ticket: asked >= FEWEST_FACTS && listed > 0 ? Math.round((10 * asked) / listed) / 10 : null,
  };
}

/** What each tile means, as shown to people. */
export const TILE_MEANINGS = {
  verified: 'Of all sellers with tickets on sale on Vouch, the share with a valid student badge.',
  worked: 'Of all hand-overs on Vouch in the last 180 days, the share that left the buyer with working tickets.',
  asked_per_ticket: 'How many people asked for tickets to this night, per ticket listed. Each person counts once.',
} as const satisfies Record<keyof EventTiles, string>;
