import { DomainError } from '../../../http/answers/errors.ts';

export const otherKeys = () =>
  new DomainError({
    code: 'push.other_keys',
    status: 409,
    message: 'This browser is registered with other keys. Turn push messages off and on again.',
  });

export const pushNotSetUp = () =>
  new DomainError({
    code: 'push.not_set_up',
    status: 503,
    message: 'We can’t send push messages yet. Try again later.',
  });

export const newsTicketExpired = () =>
  new DomainError({
    code: 'news.ticket_expired',
    status: 401,
    message: 'This connection has expired. Reload the page.',
  });
