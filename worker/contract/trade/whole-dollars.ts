// This module is separate from `money.ts` to keep the first load of the home page small.

// `toLocaleString` would create a formatter on each call, which costs 7 ms for 20 cards.
const dollarText = (amount: number, digits: number) =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount)
    .toFixed(digits)
    .replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}`;

export const wholeDollars = (amount: number): string => dollarText(amount, 0);

export const exactDollars = (amount: number): string => dollarText(amount, 2);
