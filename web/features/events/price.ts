/** Whole dollars, as cards show them; a night without a price says so. */
export function wholeDollars(amount: number | null): string {
  return amount === null ? 'Price to come' : `$${Math.round(amount)}`;
}
