// A module of its own, because it is part of the first load of the home page.

// Not `toLocaleString`, which makes a formatter for each call: 20 cards wait for 7 ms of it.
const dollarText = (amount: number, digits: number) =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount)
    .toFixed(digits)
    .replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}`;

/** An amount rounded to whole dollars for display: "$1,250". */
export const wholeDollars = (amount: number): string => dollarText(amount, 0);

/** An amount to the cent for display: "$1,250.00". */
export const exactDollars = (amount: number): string => dollarText(amount, 2);
