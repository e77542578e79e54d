/** An amount rounded to whole dollars for display: "$1,250". A module of its own, because it is part of the first load of the home page. */
export function wholeDollars(amount: number): string {
  return `$${Math.round(amount).toLocaleString('en-US')}`;
}

/** An amount to the cent for display: "$1,250.00". */
export function exactDollars(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
