import { conflict } from '../listings/tickets.errors.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const squadNotFound = () =>
  new DomainError({
    code: 'squads.not_found',
    status: 404,
    message: 'We couldn’t find this squad. Ask the friend who sent you the link for a new one.',
  });

export const alreadyGathering = () =>
  conflict('squads.gathering', 'You already have a squad or a request for this night. Open My tickets to see it.');

export const squadFull = () =>
  conflict('squads.full', 'Every place of this squad is taken. Ask the captain to tell you if one becomes free.');

export const squadOver = () =>
  conflict(
    'squads.over',
    'This squad is no longer gathering, so nobody can join or leave here. Reload the page to see how it stands.',
  );

export const tooManySquads = () =>
  conflict('squads.too_many', 'You tried that too often for this night. Buy tickets on the night’s page instead.');

export const homeClosed = () =>
  conflict(
    'squads.home_closed',
    'You can answer only in the 24 hours after the night. Send your friends a message instead.',
  );

/** `taken` is the number of members that the squad has, including the captain. */
export const placesTaken = (taken: number) =>
  conflict('squads.places', `${taken} of you are in already, so the squad needs at least ${taken} places.`);

/** `isDear`: enough tickets are on sale, but they cost more than the squad's limit per person. */
export const noneFits = (isDear: boolean) =>
  conflict(
    'tickets.none_available',
    isDear
      ? 'Tickets for all of you now cost more than that each. Name a higher price, or join the waitlist.'
      : 'No tickets are on sale for all of you now. Ask fewer friends, or join the waitlist.',
  );

/** Does not say who blocked whom. */
export const notTogether = () =>
  conflict('squads.apart', 'You can’t join this squad. Buy a ticket on the night’s page instead.');
