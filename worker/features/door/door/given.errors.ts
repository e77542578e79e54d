import { PlainError } from '../../../http/answers/errors.ts';

export const notGivable = () =>
  new PlainError(
    409,
    'given.not_givable',
    'You can’t give this ticket to a friend: a friend already has it, somebody has gone in with it, or it was refunded. Reload the page.',
  );

export const givenGone = () =>
  new PlainError(404, 'given.gone', 'This ticket doesn’t work for you now. Ask the friend who gave it to you why.');

export const oneEach = () =>
  new PlainError(409, 'given.one_each', 'You already have one of these tickets. Send this link to another friend.');

export const notTakenBack = () =>
  new PlainError(
    409,
    'given.not_taken_back',
    'You can’t take this ticket back: your friend has opened it or gone in with it. If they’re not in yet, they can give it back.',
  );
