import { conflict } from '../listings/tickets.errors.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const searchEnded = () =>
  conflict(
    'wanted.ended',
    'You can’t give a card for this night right now. Check on its page that you’re still looking for tickets.',
  );

export const cardPageClosed = () =>
  new DomainError({
    code: 'wanted.no_card_page',
    status: 503,
    message: 'The card page doesn’t open right now. Try again in a minute.',
  });
