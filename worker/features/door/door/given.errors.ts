import { DomainError } from '../../../http/answers/errors.ts';

export const notGivable = () =>
  new DomainError({
    code: 'given.not_givable',
    status: 409,
    message: 'You can’t give this ticket to a friend right now. Reload the page to see where it is.',
  });

export const givenGone = () =>
  new DomainError({
    code: 'given.gone',
    status: 404,
    message: 'This ticket is no longer for you: it was taken back, or someone else has it. Ask the friend who sent it.',
  });

export const notTakenBack = () =>
  new DomainError({
    code: 'given.not_taken_back',
    status: 409,
    message: 'Your friend has opened this ticket already, so only they can pass it back.',
  });
