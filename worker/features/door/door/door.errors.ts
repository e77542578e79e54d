import { PlainError } from '../../../http/answers/errors.ts';

export const notOnList = () =>
  new PlainError(
    404,
    'door.not_on_list',
    'You aren’t on this night’s list, or the night is over or canceled. See the night’s page.',
  );

export const alreadyIn = () =>
  new PlainError(
    409,
    'door.already_in',
    'These passes have already been used, so they can’t move to another phone. Ask at the door.',
  );

export const tooManyPhones = () =>
  new PlainError(
    409,
    'door.too_many_phones',
    'These passes have been moved to other phones too many times. Give your name at the door.',
  );
