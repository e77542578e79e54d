import { LAW_PACKS } from './law-packs.ts';

/** The questions of `docs/operations.md`. Only the owner can answer them, with a lawyer where the law is concerned. */
export const PAYMENTS_QUESTIONS = [
  { name: 'stripe', title: 'Stripe', asks: 'Stripe approves the resale of tickets on this account.' },
  {
    name: 'prices',
    title: 'Prices',
    asks: 'Advertisements and posts show the price with fees first, as the app does.',
  },
  ...LAW_PACKS,
  { name: 'transmission', title: 'Money transmission', asks: 'We or Stripe have the license to hold buyers’ money.' },
  { name: 'taxes', title: 'Taxes', asks: 'We know who collects sales tax and who sends Form 1099-K.' },
  { name: 'age', title: 'Age', asks: 'Buyers and sellers say that they are 18 or older.' },
  { name: 'schools', title: 'Schools', asks: 'We know which addresses prove that somebody is a student.' },
  { name: 'words', title: 'Words', asks: 'The law allows the terms with which we promise protection.' },
] as const;

type QuestionName = (typeof PAYMENTS_QUESTIONS)[number]['name'];

export const QUESTION_NAMES: readonly QuestionName[] = PAYMENTS_QUESTIONS.map(({ name }) => name);
