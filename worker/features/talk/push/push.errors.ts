import { PlainError } from '../../../http/answers/errors.ts';

export const otherKeys = () =>
  new PlainError(
    409,
    'push.other_keys',
    'This browser is registered with other keys. Turn push notifications off and on again.',
  );

export const pushNotSetUp = () =>
  new PlainError(503, 'push.not_set_up', 'We can’t send push notifications yet. Try again later.');

export const newsTicketExpired = () =>
  new PlainError(401, 'news.ticket_expired', 'This connection has expired. Reload the page.');
