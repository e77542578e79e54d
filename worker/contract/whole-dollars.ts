// A module of its own, because it is part of the first load of the home page.

const dollarText = (amount: number, digits: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: digits });

/** An amount rounded to whole dollars for display: "$1,250". */
export const wholeDollars = (amount: number): string => dollarText(amount, 0);

/** An amount to the cent for display: "$1,250.00". */
export const exactDollars = (amount: number): string => dollarText(amount, 2);
