import { DomainError } from '../../../http/answers/errors.ts';

export const notOnList = () =>
  new DomainError({
    code: 'door.not_on_list',
    status: 404,
    message: 'You aren’t on the list of this night, or the night is over or canceled. Look at its page.',
  });

export const alreadyIn = () =>
  new DomainError({
    code: 'door.already_in',
    status: 409,
    message: 'These passes have already been used, so they can’t move to another phone. Ask at the door.',
  });

export const tooManyPhones = () =>
  new DomainError({
    code: 'door.too_many_phones',
    status: 409,
    message: 'These passes have been moved to other phones too many times. Give your name at the door.',
  });
