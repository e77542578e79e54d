import { DomainError } from '../../../http/answers/errors.ts';

export const searchEnded = () =>
  new DomainError({
    code: 'wanted.ended',
    status: 409,
    message: 'You’re not looking for tickets for this night anymore. Ask for some on its page first.',
  });

export const cardPageClosed = () =>
  new DomainError({
    code: 'wanted.no_card_page',
    status: 503,
    message: 'The card page doesn’t open right now. Try again in a minute.',
  });
