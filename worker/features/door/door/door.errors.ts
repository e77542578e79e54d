import { DomainError } from '../../../http/answers/errors.ts';

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
