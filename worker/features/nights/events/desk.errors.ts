import { MESSAGES_A_DAY } from '../../../contract/nights/events/desk.ts';
import { MOST_DOOR_STAFF } from '../../../contract/door/door.ts';
import { MOST_GUESTS } from '../../../contract/nights/events/guests.ts';
import { MOST_CO_ORGANIZERS } from '../../../contract/nights/events/organizers.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const messageLimit = () =>
  new DomainError({
    code: 'desk.message_limit',
    status: 409,
    message: `You’ve sent this waitlist ${MESSAGES_A_DAY} messages in the last 24 hours. Try again tomorrow.`,
  });

export const messageToNobody = () =>
  new DomainError({
    code: 'desk.nobody',
    status: 409,
    message: 'Nobody is in this part of the waitlist. Choose another group.',
  });

export const eventOver = () =>
  new DomainError({
    code: 'desk.event_over',
    status: 409,
    message: 'This night is over, so you can’t message its waitlist anymore.',
  });

export const tooManyGuests = () =>
  new DomainError({
    code: 'desk.too_many_guests',
    status: 409,
    message: `You can add up to ${MOST_GUESTS.toLocaleString('en-US')} guests to a list. Remove some first.`,
  });

export const tooManyOrganizers = () =>
  new DomainError({
    code: 'desk.too_many_organizers',
    status: 409,
    message: `A night can have up to ${MOST_CO_ORGANIZERS} co-organizers. Remove one first.`,
  });

export const tooManyDoorStaff = () =>
  new DomainError({
    code: 'desk.too_many_door_staff',
    status: 409,
    message: `A door can have up to ${MOST_DOOR_STAFF} people. Remove one first.`,
  });

export const keyReused = () =>
  new DomainError({
    code: 'desk.key_reused',
    status: 422,
    message: 'This Idempotency-Key was already used with another body. Use a new key for a new request.',
  });
