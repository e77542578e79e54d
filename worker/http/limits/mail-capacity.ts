import { type Share, SHARES } from '../outbox/lanes.rules.ts';

/** The mails per student on the busiest day: a Friday with full clubs in the first weeks of a term. */
export const MAILS_OF_A_STUDENT: Record<Share, number> = {
  /** Of 100 students, 5 sign up. */
  sign_ups: 0.05,
  /** Of 100 students, 4 ask for a sign-in code or a new password, and 1 proves a school. */
  codes: 0.05,
  /** Of 100 students, 2 buy from 2 others. A sale sends 5 mails: asked, accepted, sent, received, paid. */
  trade: 0.1,
  /** Of 100 students, 10 hear of a changed event. */
  nights: 0.1,
  /** Of 100 students, 10 get a reminder and 5 a decision or an organizer's message. */
  news: 0.15,
};

/** How many students `perDay` mails can serve. The share that is used up first decides. `shares` are percentages. */
export function studentsServed(perDay: number, shares: Readonly<Record<Share, number>> = SHARES): number {
  const served = Object.entries(MAILS_OF_A_STUDENT).map(
    ([share, mails]) => (perDay * shares[share as Share]) / 100 / mails,
  );
  return Math.floor(Math.min(...served) + 1e-9);
}
