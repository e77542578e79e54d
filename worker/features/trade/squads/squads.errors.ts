import { DomainError } from '../../../http/answers/errors.ts';

export const squadNotFound = () =>
  new DomainError({
    code: 'squads.not_found',
    status: 404,
    message: 'We couldn’t find this squad. Ask the friend who sent you the link for a new one.',
  });

export const alreadyGathering = () =>
  new DomainError({
    code: 'squads.gathering',
    status: 409,
    message: 'You already have a squad or a request for this night. Open My tickets to see it.',
  });

export const squadFull = () =>
  new DomainError({
    code: 'squads.full',
    status: 409,
    message: 'Every place of this squad is taken. Ask the captain to tell you if one becomes free.',
  });

export const squadOver = () =>
  new DomainError({
    code: 'squads.over',
    status: 409,
    message:
      'This squad is no longer gathering, so nobody can join or leave here. Reload the page to see how it stands.',
  });

export const tooManySquads = () =>
  new DomainError({
    code: 'squads.too_many',
    status: 409,
    message: 'You tried that too often for this night. Buy tickets on the night’s page instead.',
  });

/** Refuses an answer unless the night ended less than a day ago. */
export const homeClosed = () =>
  new DomainError({
    code: 'squads.home_closed',
    status: 409,
    message: 'You can answer only in the 24 hours after the night. Send your friends a message instead.',
  });

/** `taken`: how many friends are in. */
export const placesTaken = (taken: number) =>
  new DomainError({
    code: 'squads.places',
    status: 409,
    message: `${taken} of you are in already, so the squad needs at least ${taken} places.`,
  });

/** Refuses a squad for which nothing on sale fits. `isDear`: there are enough tickets, but they cost more. */
export const noneFits = (isDear: boolean) =>
  new DomainError({
    code: 'tickets.none_available',
    status: 409,
    message: isDear
      ? 'Tickets for all of you cost more than that each now. Name a higher price, or join the waitlist.'
      : 'No tickets are on sale for all of you now. Ask fewer friends, or join the waitlist.',
  });

/** Refuses a person who cannot be in a squad with the others, without saying who blocked whom. */
export const notTogether = () =>
  new DomainError({
    code: 'squads.apart',
    status: 409,
    message: 'You can’t join this squad. Buy a ticket on the night’s page instead.',
  });
