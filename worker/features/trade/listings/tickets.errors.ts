import { eventDateParts, untilWhen } from '../../../contract/time/event-time.ts';
import { dollars, priceText } from '../../../contract/trade/money.ts';
import { askBetween, type PriceBand } from '../../../contract/trade/price-band.ts';
import { HANDOVER_KINDS } from '../../../../drizzle/handover-vocabulary.ts';
import { MOST_HELD, onlySoMany, ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

export const noneAvailable = () =>
  new DomainError({ code: 'tickets.none_available', status: 409, message: 'No tickets available in the price band' });

export const offerNotFound = () =>
  new DomainError({
    code: 'tickets.offer_not_found',
    status: 404,
    message: 'We could not find this offer among yours. Check the account you are signed in with.',
  });

export const offerEnded = () =>
  new DomainError({
    code: 'tickets.offer_ended',
    status: 409,
    message: 'This offer has ended, so the tickets went to the next person. You are still on the waitlist.',
  });

/** Refuses a person whose badge is missing or has ended, while only students trade. */
export const badgeNeeded = (to: 'buy' | 'sell') =>
  new DomainError({
    code: 'tickets.badge_needed',
    status: 403,
    message: `You need a school badge to ${to} tickets. Prove your school inbox on your account page, then try again.`,
  });

/** The only tickets left are open to mutuals of their sellers, and to everybody from `opens` on. */
export const mutualsFirst = (opens: Date) =>
  new DomainError({
    code: 'tickets.mutuals_first',
    status: 409,
    message: `These tickets are for mutuals of the seller first. Everybody can ask for them from ${eventDateParts(opens.toISOString()).time} on.`,
  });

export const ownListing = () =>
  new DomainError({
    code: 'tickets.own_listing',
    status: 409,
    message: 'The only tickets left are your own. You cannot buy those.',
  });

export const eventOver = () =>
  new DomainError({
    code: 'tickets.event_over',
    status: 409,
    message: 'This night is over, so its tickets are no longer for sale.',
  });

export const tooManyTickets = (atMost: number) => {
  const message = onlySoMany(atMost);
  return new DomainError({ code: 'tickets.quantity', status: 422, message, fields: { quantity: message } });
};

/** `atMost` is the number of tickets that all sellers have together. */
export const groupTooLarge = (atMost: number) =>
  new DomainError({
    code: 'tickets.group_too_large',
    status: 409,
    message: `All sellers together have only ${ticketCount(atMost)} at a fair price. Ask for fewer places, or join the waitlist.`,
  });

/** `total` is what the tickets cost now, in cents. */
export const priceChanged = (total: number) =>
  new DomainError({
    code: 'tickets.price_changed',
    status: 409,
    message: `These tickets now cost ${priceText(dollars(total))} in all. Look again, then ask.`,
  });

export const requestPending = () =>
  new DomainError({
    code: 'tickets.request_pending',
    status: 409,
    message: 'You already have a request for this night. Wait for its answer, or cancel it before you ask again.',
  });

/** `held` is the number of tickets that the other pending requests of the buyer hold. */
export const tooManyHeld = (held: number) => {
  const left = MOST_HELD - held;
  const rule = `You can hold at most ${MOST_HELD} tickets at once.`;
  const inOtherRequests = `Your open requests hold ${ticketCount(held)}.`;
  const waitForOne = 'Wait until one of them is answered, or cancel one.';
  const lower = `Ask for at most ${ticketCount(left)}.`;
  return new DomainError({
    code: 'tickets.too_many_held',
    status: 409,
    message: [rule, ...(held > 0 ? [inOtherRequests] : []), left > 0 ? lower : waitForOne].join(' '),
  });
};

/** `until` is the time from which the buyer can ask for this listing again. */
export const coolingDown = ({ now, until }: { now: Date; until: Date }) => {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  return new DomainError({
    code: 'tickets.cooling_down',
    status: 409,
    message: `The seller of the best price has declined your request. Ask again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    retryAfterSeconds: seconds,
  });
};

/** `until` is the time from which the buyer can hold tickets again. */
export const holdsPaused = ({ now, until }: { now: Date; until: Date }) =>
  new DomainError({
    code: 'tickets.holds_paused',
    status: 409,
    message: `Tickets that you held were not paid for, so others could not buy them. You can hold tickets again from ${untilWhen(until.toISOString(), now)} on.`,
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });

/** `until` is when the hold of the other account ends at the latest. */
export const heldByAlike = ({ now, until }: { now: Date; until: Date }) =>
  new DomainError({
    code: 'tickets.held_by_alike',
    status: 409,
    message: `Another account with your card, phone or school inbox holds tickets for this night. Pay there, or ask again from ${untilWhen(until.toISOString(), now)} on.`,
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });

export const keyReused = () =>
  new DomainError({
    code: 'tickets.key_reused',
    status: 422,
    message: 'This Idempotency-Key was sent before with another body. Send a new key with a new request.',
  });

export const requestEnded = (status: string) =>
  new DomainError({ code: 'tickets.request_ended', status: 409, message: `This ticket request is already ${status}.` });

export const undoTooLate = () =>
  new DomainError({
    code: 'tickets.undo_too_late',
    status: 409,
    message: 'It is too late to undo this: the buyer has been told. Load the page again to see the request.',
  });

export const notReseller = () =>
  new DomainError({
    code: 'tickets.not_reseller',
    status: 403,
    message: 'Only verified resellers can list tickets. Apply first, we answer by email.',
  });

export const ownEvent = () =>
  new DomainError({
    code: 'tickets.own_event',
    status: 403,
    message: 'You work for this night, as its organizer or at its door, so you cannot sell tickets for it.',
  });

export const outsideBand = (band: PriceBand) => {
  const message = askBetween(band);
  return new DomainError({ code: 'tickets.outside_band', status: 422, message, fields: { ask_price: message } });
};

export const tooCheapForFiles = () =>
  invalid({
    ask_price:
      'Uploaded tickets open once they are paid here by card, which takes $0.50 at least. Send cheaper ones yourself.',
  });

export const noFaceValue = () => {
  const message =
    'This night has no face value yet, so nothing can be listed. Staff are asked for it, and we write to you once it is set.';
  return new DomainError({ code: 'tickets.no_face_value', status: 409, message, fields: { event_id: message } });
};

export const instantNeedsPayments = () => {
  const message =
    'Tickets are sold at once only while buyers pay here by card, and that is switched off. List them without it.';
  return new DomainError({ code: 'launch.off', status: 403, message, fields: { is_instant: message } });
};

export const handoverUnavailable = () => {
  const message = 'Tickets cannot be handed over here for now. List them without a kind and without files.';
  return new DomainError({ code: 'launch.off', status: 403, message, fields: { kind: message } });
};

export const kindMissing = () =>
  invalid({ kind: `Say how the tickets change hands. The kinds are: ${HANDOVER_KINDS.join(', ')}.` });

export const settleFirst = () =>
  new DomainError({
    code: 'tickets.settle_first',
    status: 409,
    message:
      'One of your sales has failed, and it is not settled yet. You can list again once it is. Write to support if you need help.',
  });

export const fileTaken = () => {
  const message = 'A file of this list is not here any more, or is used already. Upload it again.';
  return new DomainError({ code: 'tickets.file_taken', status: 409, message, fields: { tickets: message } });
};

export const fileRepeated = () => {
  const message = 'Two of these tickets are the same file. Give each ticket its own, and take the double out.';
  return new DomainError({ code: 'tickets.file_repeated', status: 409, message, fields: { tickets: message } });
};

/** The seller is not told who has listed the ticket, unless it was themselves. */
export const codeListed = ({ isOwn }: { isOwn: boolean }) => {
  const rule = 'This ticket is already on sale or sold here.';
  const next = isOwn
    ? 'It is in a listing of yours. See My tickets.'
    : 'Take it out of the list. Write to support if you are its only owner.';
  const message = `${rule} ${next}`;
  return new DomainError({ code: 'tickets.code_listed', status: 409, message, fields: { tickets: message } });
};

export const listingNotFound = () =>
  new DomainError({ code: 'tickets.listing_not_found', status: 404, message: 'There is no such listing.' });

export const listingEnded = (status: string) =>
  new DomainError({
    code: 'tickets.listing_ended',
    status: 409,
    message: `This listing is ${status} and can no longer be changed.`,
  });
