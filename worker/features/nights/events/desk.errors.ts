import { MESSAGES_A_DAY } from '../../../contract/nights/events/desk.ts';
import { MOST_DOOR_STAFF } from '../../../contract/door/door.ts';
import { MOST_GUESTS } from '../../../contract/nights/events/guests.ts';
import { MOST_CO_ORGANIZERS } from '../../../contract/nights/events/organizers.ts';
import { PlainError } from '../../../http/answers/errors.ts';

export const messageLimit = () =>
  new PlainError(
    409,
    'desk.message_limit',
    `You’ve sent this waitlist ${MESSAGES_A_DAY} messages in the last 24 hours. Try again tomorrow.`,
  );

export const messageToNobody = () =>
  new PlainError(409, 'desk.nobody', 'Nobody is in this part of the waitlist. Choose another group.');

export const eventOver = () =>
  new PlainError(409, 'desk.event_over', 'This night is over, so you can’t message its waitlist anymore.');

export const tooManyGuests = () =>
  new PlainError(
    409,
    'desk.too_many_guests',
    `You can add up to ${MOST_GUESTS.toLocaleString('en-US')} guests to a list. Remove some first.`,
  );

export const tooManyOrganizers = () =>
  new PlainError(
    409,
    'desk.too_many_organizers',
    `A night can have up to ${MOST_CO_ORGANIZERS} co-organizers. Remove one first.`,
  );

export const tooManyDoorStaff = () =>
  new PlainError(409, 'desk.too_many_door_staff', `A door can have up to ${MOST_DOOR_STAFF} people. Remove one first.`);

export const keyReused = () =>
  new PlainError(
    422,
    'desk.key_reused',
    'This Idempotency-Key was already used with another body. Use a new key for a new request.',
  );
