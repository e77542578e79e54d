/** Whole dollars, as cards show them, or that the price is to come. */
export function wholeDollars(amount: number | null): string {
  return amount === null ? 'Price to come' : `$${Math.round(amount)}`;
}
