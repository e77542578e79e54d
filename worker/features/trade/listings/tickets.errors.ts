import { eventDateParts, untilWhen } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { askBetween, type PriceBand } from '../../../contract/trade/price-band.ts';
import type { ListingStatus } from '../../../../drizzle/vocabulary.ts';
import { HANDOVER_KINDS } from '../../../../drizzle/handover-vocabulary.ts';
import { MOST_HELD, onlySoMany, ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { ErrorCode } from '../../../contract/error-codes.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

export const conflict = (code: ErrorCode, message: string) => new DomainError({ code, status: 409, message });

export const noneAvailable = () => conflict('tickets.none_available', 'No tickets available in the price band');

export const offerNotFound = () =>
  new DomainError({
    code: 'tickets.offer_not_found',
    status: 404,
    message: "We couldn't find this offer among yours. Check which account you're signed in with.",
  });

export const offerEnded = () =>
  conflict(
    'tickets.offer_ended',
    "This offer has ended, so the tickets went to the next person. You're still on the waitlist.",
  );

export const badgeNeeded = (to: 'buy' | 'sell') =>
  new DomainError({
    code: 'tickets.badge_needed',
    status: 403,
    message: `You need a school badge to ${to} tickets. Verify your school inbox on your account page, then try again.`,
  });

export const mutualsFirst = (opens: Date) =>
  conflict(
    'tickets.mutuals_first',
    `These tickets are for mutuals of the seller first. Everybody can ask for them from ${eventDateParts(opens.toISOString()).time}.`,
  );

export const ownListing = () =>
  conflict('tickets.own_listing', "The only tickets left are your own. You can't buy those.");

export const eventOver = () =>
  conflict('tickets.event_over', 'This night is over, so its tickets are no longer for sale.');

export const tooManyTickets = (atMost: number) => {
  const message = onlySoMany(atMost);
  return new DomainError({ code: 'tickets.quantity', status: 422, message, fields: { quantity: message } });
};

export const groupTooLarge = (atMost: number) =>
  conflict(
    'tickets.group_too_large',
    `All sellers together only have ${ticketCount(atMost)} at a fair price. Ask for fewer places, or join the waitlist.`,
  );

/** `total` is what the tickets cost now, in cents. */
export const priceChanged = (total: number) =>
  conflict(
    'tickets.price_changed',
    `These tickets now cost ${centsText(total)} in total. Check the price, then ask again.`,
  );

export const requestPending = () =>
  conflict(
    'tickets.request_pending',
    'You already have a request for this night. Wait for its answer, or cancel it before you ask again.',
  );

export const tooManyHeld = (held: number) => {
  const left = MOST_HELD - held;
  const rule = `You can hold at most ${MOST_HELD} tickets at once.`;
  const inOtherRequests = `Your open requests hold ${ticketCount(held)}.`;
  const waitForOne = 'Wait for an answer, or cancel one of them.';
  const lower = `Ask for at most ${ticketCount(left)}.`;
  return conflict(
    'tickets.too_many_held',
    [rule, ...(held > 0 ? [inOtherRequests] : []), left > 0 ? lower : waitForOne].join(' '),
  );
};

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

export const holdsPaused = ({ now, until }: { now: Date; until: Date }) =>
  new DomainError({
    code: 'tickets.holds_paused',
    status: 409,
    message: `You held tickets without paying, so nobody else could buy them. You can hold tickets again from ${untilWhen(until.toISOString(), now)}.`,
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });

/** `until` is when the last hold of the other account ends. */
export const heldByAlike = ({ now, until }: { now: Date; until: Date }) =>
  new DomainError({
    code: 'tickets.held_by_alike',
    status: 409,
    message: `Another account with your card, phone or email inbox holds tickets for this night. Pay there, or ask again from ${untilWhen(until.toISOString(), now)}.`,
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });

export const lawUnread = () =>
  conflict(
    'tickets.law_unread',
    "We haven't checked the resale law where this night is, so its tickets can't be sold here yet. If the venue's city or state is wrong, tell us on the contact page.",
  );

export const keyReused = () =>
  new DomainError({
    code: 'tickets.key_reused',
    status: 422,
    message: 'This Idempotency-Key was already used with a different body. Send a new key with a new request.',
  });

const REQUEST_ENDS = {
  accepted: 'has been accepted',
  declined: 'has been declined',
  cancelled: 'has been canceled',
  expired: 'has expired',
} as const;

export const requestEnded = (end: keyof typeof REQUEST_ENDS) =>
  conflict('tickets.request_ended', `This ticket request ${REQUEST_ENDS[end]}.`);

export const undoTooLate = () =>
  conflict(
    'tickets.undo_too_late',
    "It's too late to undo this because the buyer already knows. Reload the page to see the request.",
  );

export const notReseller = () =>
  new DomainError({
    code: 'tickets.not_reseller',
    status: 403,
    message: "Only verified resellers can list tickets. Apply first, and we'll answer by email.",
  });

export const ownEvent = () =>
  new DomainError({
    code: 'tickets.own_event',
    status: 403,
    message: "You work this night as its organizer or at its door, so you can't sell tickets for it.",
  });

export const outsideBand = (band: PriceBand) => {
  const message = askBetween(band);
  return new DomainError({ code: 'tickets.outside_band', status: 422, message, fields: { ask_price: message } });
};

export const tooCheapForFiles = () =>
  invalid({
    ask_price:
      'A card payment is at least $0.50, so uploaded tickets can’t cost less. For less, send the tickets yourself.',
  });

export const noFaceValue = () => {
  const message =
    "This night has no face value yet, so you can't list tickets. We've asked staff and will write to you once it's set.";
  return new DomainError({ code: 'tickets.no_face_value', status: 409, message, fields: { event_id: message } });
};

export const instantNeedsPayments = () => {
  const message =
    'Tickets can only be sold at once while buyers pay here by card, and that is switched off. Turn off “Sold at once”, then list them.';
  return new DomainError({ code: 'launch.off', status: 403, message, fields: { is_instant: message } });
};

export const handoverUnavailable = () => {
  const message = "Tickets can't be handed over here for now. List them without a kind and without files.";
  return new DomainError({ code: 'launch.off', status: 403, message, fields: { kind: message } });
};

export const kindMissing = () =>
  invalid({ kind: `Say how the tickets change hands. The kinds are: ${HANDOVER_KINDS.join(', ')}.` });

export const settleFirst = () =>
  conflict(
    'tickets.settle_first',
    "One of your sales failed and isn't settled yet. You can list again once it is. If you need help, write to support.",
  );

export const fileTaken = () => {
  const message = 'One of these files is gone or already used. Upload it again.';
  return new DomainError({ code: 'tickets.file_taken', status: 409, message, fields: { tickets: message } });
};

export const fileRepeated = () => {
  const message =
    'Two of these tickets are the same file. Remove the duplicate, and use a different file for each ticket.';
  return new DomainError({ code: 'tickets.file_repeated', status: 409, message, fields: { tickets: message } });
};

/** The message does not say whose listing has the ticket, unless it is the seller's own (`isOwn`). */
export const codeListed = ({ isOwn }: { isOwn: boolean }) => {
  const rule = 'This ticket is already on sale or sold here.';
  const next = isOwn
    ? "It's in one of your listings. See My tickets."
    : "Remove it from the list. If you're its only owner, write to support.";
  const message = `${rule} ${next}`;
  return new DomainError({ code: 'tickets.code_listed', status: 409, message, fields: { tickets: message } });
};

export const listingNotFound = () =>
  new DomainError({ code: 'tickets.listing_not_found', status: 404, message: "We couldn't find this listing." });

export const priceOffered = (until: Date) =>
  conflict(
    'tickets.price_offered',
    `Somebody on the waitlist can take these tickets at this price until ${untilWhen(until.toISOString())}. Raise it after that.`,
  );

const WHY_FIXED: Record<ListingStatus, string> = {
  active: 'This listing has just changed. Reload the page, then try again.',
  draft: 'This listing isn’t on sale yet.',
  pending_review: 'We’re still checking this listing. You can change it once it is on sale.',
  reserved: 'Buyers hold all tickets of this listing. You can change it if tickets are free again.',
  sold: 'All tickets of this listing are sold, so it can’t be changed anymore.',
  withdrawn: 'This listing is off sale, so it can’t be changed anymore.',
  expired: 'This listing has ended, so it can’t be changed anymore.',
  rejected: 'We refused this listing, so it can’t be changed anymore.',
};

export const listingEnded = (status: ListingStatus) => conflict('tickets.listing_ended', WHY_FIXED[status]);
