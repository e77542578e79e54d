import { VOUCH_LIMITS } from '../../../contract/people/vouches.ts';
import { eventDateParts } from '../../../contract/time/event-time.ts';
import { PlainError } from '../../../http/answers/errors.ts';

export const badgeNeeded = () =>
  new PlainError(
    403,
    'vouches.badge_needed',
    'Only students with a badge can vouch for others. Get yours in the School section of your account.',
  );

export const tooNew = () =>
  new PlainError(
    403,
    'vouches.too_new',
    'You can vouch after your first finished deal, or once your account is 14 days old.',
  );

/** `isOwn`: a deal of the person was decided against them. If false, it was a deal of somebody they vouched for. */
export const frozen = (until: Date, isOwn: boolean) =>
  new PlainError(
    403,
    'vouches.frozen',
    `Your vouches are paused until ${dayOf(until)}, because a case about ${
      isOwn ? 'one of your own deals was decided against you' : 'somebody you vouched for was decided against them'
    }.`,
  );

export const tooManyLive = () =>
  new PlainError(
    409,
    'vouches.too_many',
    `You already vouch for ${VOUCH_LIMITS.live} people, the most allowed. Revoke a vouch to vouch for somebody else.`,
  );

export const tooManyLately = (again: Date) =>
  new PlainError(
    409,
    'vouches.too_many_lately',
    `You gave ${VOUCH_LIMITS.monthly} vouches in 30 days, the most allowed. You can vouch again on ${dayOf(again)}.`,
  );

export const tooManyLinks = () =>
  new PlainError(
    409,
    'vouches.too_many_links',
    `You have ${VOUCH_LIMITS.links} open links, the most allowed. End your open links to make a new one.`,
  );

export const alreadyVouched = () =>
  new PlainError(409, 'vouches.already', 'This vouch was already given. Nothing has changed.');

export const ownLink = () =>
  new PlainError(409, 'vouches.own_link', 'This is your own link. Send it to the person you vouch for.');

export const linkGone = () =>
  new PlainError(404, 'vouches.link_gone', 'This link has expired or was already used. Ask for a new one.');

export const noDeal = () =>
  new PlainError(
    404,
    'vouches.no_deal',
    'You can vouch for the other person once the tickets of this request have been received.',
  );

/** Gives no reason, so that nobody learns what two accounts share, or anything about another account. */
export const notPossible = () =>
  new PlainError(409, 'vouches.not_possible', 'This vouch isn’t possible right now. You can try again another day.');

export const vouchNotFound = () => new PlainError(404, 'vouches.not_found', 'You no longer vouch for this person.');

function dayOf(instant: Date): string {
  const { month, day } = eventDateParts(instant.toISOString());
  return `${month} ${day}`;
}
