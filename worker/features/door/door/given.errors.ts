import { DomainError } from '../../../http/answers/errors.ts';

export const notGivable = () =>
  new DomainError({
    code: 'given.not_givable',
    status: 409,
    message:
      'You can’t give this ticket to a friend: it is with one already, somebody is in with it, or it was refunded. Reload the page.',
  });

export const givenGone = () =>
  new DomainError({
    code: 'given.gone',
    status: 404,
    message: 'This ticket doesn’t work for you now. Ask the friend who gave it to you why.',
  });

export const oneEach = () =>
  new DomainError({
    code: 'given.one_each',
    status: 409,
    message: 'You already have one of these tickets, so this one is for another friend. Send the link on to them.',
  });

export const notTakenBack = () =>
  new DomainError({
    code: 'given.not_taken_back',
    status: 409,
    message: 'Your friend has opened this ticket, or is in with it. Only they can give it back, until they are in.',
  });
