import { DAY } from '../../time/durations.ts';
import { dollars, priceText } from '../money.ts';

/** How far back past sales are counted, in ms. */
export const SALES_SINCE_MS = 180 * DAY;
/** With fewer sales, nothing is shown: a few people could have faked them, or could be recognized. */
export const LEAST_SALES = 8;
/** The limit of counted sales for each seller and for each buyer, so that a few friends cannot set the price. */
const MOST_EACH = 2;

/**
 * `waited_ms` is the time from listing to request. `is_here` is true if the sold tickets were for the same venue as the
 * event that the seller asks about.
 */
export interface PastSale {
  seller_id: string;
  buyer_id: string;
  cents: number;
  waited_ms: number;
  is_here: boolean;
}

/** `is_here`: all sales were at this venue. The middle half of the prices is from `low` to `high`, in dollars. */
export interface SoldHere {
  is_here: boolean;
  sales: number;
  within_a_day: number;
  low: number;
  high: number;
}

/**
 * Sums up the sales at this venue or, if fewer than `LEAST_SALES` of them count, all sales. `sales` must be newest
 * first. Only one sale of each pair of people counts. Null if fewer than `LEAST_SALES` of all sales count.
 */
export function soldHere(sales: readonly PastSale[]): SoldHere | null {
  const here = counted(sales.filter(({ is_here }) => is_here));
  const shown = here.length >= LEAST_SALES ? here : counted(sales);
  if (shown.length < LEAST_SALES) return null;
  const prices = shown.map(({ cents }) => cents).toSorted((one, other) => one - other);
  const quarter = Math.floor(prices.length / 4);
  return {
    is_here: shown === here,
    sales: shown.length,
    within_a_day: shown.filter(({ waited_ms }) => waited_ms <= DAY).length,
    low: dollars(prices[quarter]!),
    high: dollars(prices.at(-1 - quarter)!),
  };
}

function counted(sales: readonly PastSale[]): PastSale[] {
  const pairs = new Set<string>();
  const times = new Map<string, number>();
  return sales.filter(({ seller_id, buyer_id }) => {
    const pair = [seller_id, buyer_id].toSorted().join();
    const roles = [`seller ${seller_id}`, `buyer ${buyer_id}`];
    if (pairs.has(pair) || roles.some((role) => (times.get(role) ?? 0) >= MOST_EACH)) return false;
    pairs.add(pair);
    for (const role of roles) times.set(role, (times.get(role) ?? 0) + 1);
    return true;
  });
}

/** "Of the last 12 sales here, 9 came within a day of listing, most at $24.00 to $28.00." */
export function soldWords({ is_here, sales, within_a_day, low, high }: SoldHere): string {
  const price = low === high ? priceText(low) : `${priceText(low)} to ${priceText(high)}`;
  const where = is_here ? 'here' : 'at nights like this';
  const soon = within_a_day === sales ? 'all' : within_a_day === 0 ? 'none' : String(within_a_day);
  return `Of the last ${sales} sales ${where}, ${soon} came within a day of listing, most at ${price}.`;
}
