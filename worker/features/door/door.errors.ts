import type { PassVoid } from '../../../drizzle/vocabulary.ts';
import { DomainError } from '../../http/errors.ts';

export const notPaid = () =>
  new DomainError({
    code: 'payments.not_paid',
    status: 409,
    message: 'These tickets are not paid yet. Wait until they are, and load the page again.',
  });

const VOID: Record<Exclude<PassVoid, 'other_device'>, string> = {
  cancelled: 'This night is cancelled. You get your money back.',
  replaced: 'These tickets were replaced by others. Open the pass of those.',
  refunded: 'You got the money for these tickets back, so they have no pass any more.',
  failed: 'You get the money for these tickets back, so they have no pass any more.',
  disputed: 'Your bank disputes the payment, so these tickets have no pass until that is over.',
};

export const passIsVoid = (because: Exclude<PassVoid, 'other_device'>) =>
  new DomainError({ code: 'door.pass_void', status: 409, message: VOID[because] });

export const alreadyIn = () =>
  new DomainError({
    code: 'door.already_in',
    status: 409,
    message: 'Somebody was let in with these passes, so they stay on the phone that shows them. Ask at the door.',
  });

export const tooManyPhones = () =>
  new DomainError({
    code: 'door.too_many_phones',
    status: 409,
    message: 'These passes were moved to other phones too often. Say your name at the door.',
  });

export const eventOver = () => new DomainError({ code: 'tickets.event_over', status: 409, message: 'This night is over.' });
