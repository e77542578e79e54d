import { DomainError } from '../../../http/answers/errors.ts';

export const otherKeys = () =>
  new DomainError({
    code: 'push.other_keys',
    status: 409,
    message: 'This browser is already known with other keys. Switch push messages off and on again.',
  });

export const pushNotSetUp = () =>
  new DomainError({
    code: 'push.not_set_up',
    status: 503,
    message: 'Push messages cannot be sent yet. Try again later.',
  });

export const newsTicketExpired = () =>
  new DomainError({
    code: 'news.ticket_expired',
    status: 401,
    message: 'This connection was asked for too long ago. Load the page again.',
  });
