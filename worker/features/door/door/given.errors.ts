import { DomainError } from '../../../http/answers/errors.ts';

export const notGivable = () =>
  new DomainError({
    code: 'given.not_givable',
    status: 409,
    message:
      'You can’t give this ticket to a friend: a friend already has it, somebody has gone in with it, or it was refunded. Reload the page.',
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
    message: 'You already have one of these tickets. Send this link to another friend.',
  });

export const notTakenBack = () =>
  new DomainError({
    code: 'given.not_taken_back',
    status: 409,
    message:
      'You can’t take this ticket back: your friend has opened it or gone in with it. If they’re not in yet, they can give it back.',
  });
