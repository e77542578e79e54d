import { VOUCH_LIMITS } from '../../../contract/people/vouches.ts';
import { eventDateParts } from '../../../contract/time/event-time.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const badgeNeeded = () =>
  new DomainError({
    code: 'vouches.badge_needed',
    status: 403,
    message: 'Only students with a badge can vouch for others. Get yours in the School section of your account.',
  });

export const tooNew = () =>
  new DomainError({
    code: 'vouches.too_new',
    status: 403,
    message: 'You can vouch after your first finished deal, or once your account is 14 days old.',
  });

/** `isOwn`: the person lost a case about their own deal, not only somebody they vouched for. */
export const frozen = (until: Date, isOwn: boolean) =>
  new DomainError({
    code: 'vouches.frozen',
    status: 403,
    message: `Your vouches are paused until ${dayOf(until)}, because a case about ${
      isOwn ? 'one of your own deals was decided against you' : 'somebody you vouched for was decided against them'
    }.`,
  });

export const tooManyLive = () =>
  new DomainError({
    code: 'vouches.too_many',
    status: 409,
    message: `You already vouch for ${VOUCH_LIMITS.live} people, the most allowed. Revoke a vouch to vouch for somebody else.`,
  });

export const tooManyLately = (again: Date) =>
  new DomainError({
    code: 'vouches.too_many_lately',
    status: 409,
    message: `You gave ${VOUCH_LIMITS.monthly} vouches in 30 days, the most allowed. You can vouch again on ${dayOf(again)}.`,
  });

export const tooManyLinks = () =>
  new DomainError({
    code: 'vouches.too_many_links',
    status: 409,
    message: `You have ${VOUCH_LIMITS.links} open links, the most allowed. End your open links to make a new one.`,
  });

export const alreadyVouched = () =>
  new DomainError({
    code: 'vouches.already',
    status: 409,
    message: 'This vouch was already given. Nothing has changed.',
  });

export const ownLink = () =>
  new DomainError({
    code: 'vouches.own_link',
    status: 409,
    message: 'This is your own link. Send it to the person you vouch for.',
  });

export const linkGone = () =>
  new DomainError({
    code: 'vouches.link_gone',
    status: 404,
    message: 'This link has expired or was already used. Ask for a new one.',
  });

export const noDeal = () =>
  new DomainError({
    code: 'vouches.no_deal',
    status: 404,
    message: 'You can vouch for the other person once the tickets of this request have been received.',
  });

/** Does not say why, so that nobody learns what two accounts share, or anything about somebody else's account. */
export const notPossible = () =>
  new DomainError({
    code: 'vouches.not_possible',
    status: 409,
    message: 'This vouch is not possible right now. You can try again another day.',
  });

export const vouchNotFound = () =>
  new DomainError({ code: 'vouches.not_found', status: 404, message: 'You no longer vouch for this person.' });

function dayOf(instant: Date): string {
  const { month, day } = eventDateParts(instant.toISOString());
  return `${month} ${day}`;
}
