import { conflict } from '../listings/tickets.errors.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

export const wantedNotFound = () =>
  new DomainError({
    code: 'wanted.not_found',
    status: 404,
    message: 'Nobody is looking for tickets through this link anymore. You can still sell yours to everybody.',
  });

export const untilPassed = () => invalid({ until: 'That time has passed. Choose a later one.' });

export const joinFirst = () =>
  conflict(
    'wanted.join_first',
    'Join the waitlist of this night first. Then you can show others what you’re looking for.',
  );
