import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { type StatusText, timeLeft } from '../../../common/words/status-words.ts';
import { type Group, type PaidRequest, SHOWN_BY_BANK } from './paid-request.ts';

/**
 * All parts of a group show the same text. Otherwise one part could say that nothing is charged while another part is
 * being charged. Returns null for a request outside a group, and once all cards are charged.
 */
export function groupStatus(request: PaidRequest, now: Date): StatusText | null {
  const { group, event } = request;
  if (!group || group.charged === group.payments) return null;
  if (isSquad(group)) return squadStatus(request, group, now);
  if (group.ended) return ended(group, event.state === 'cancelled');
  const total = priceText(group.total ?? 0);
  if (isBeingCharged(group)) {
    const next = `Every seller said yes. Your cards are being charged ${total} in all, which we hold until hand-over.`;
    return { word: 'Accepted', tone: 'good', next };
  }
  const until = group.until ?? now.toISOString();
  if (group.unpaid > 0) {
    const cards = `${group.authorized} of ${group.payments} cards ${group.authorized === 1 ? 'is' : 'are'} authorized.`;
    const task = `Authorize all of them by ${untilWhen(until, now)} to keep the tickets.`;
    const then = `You are charged ${total} in all once every seller has said yes. Otherwise you pay nothing.`;
    return { word: 'Not paid yet', tone: 'live', next: `${cards} ${task} ${then}` };
  }
  const reserved = `Cards authorized: ${total} is reserved, not charged.`;
  const deadline = `${untilWhen(until, now)}, ${timeLeft(until, now)}`;
  const next = `${reserved} Every seller must say yes by ${deadline}. Otherwise nothing is charged.`;
  return { word: 'Waiting', tone: 'live', next };
}

/** True if friends buy together, each with their own card. `total` is then only this friend's part. */
export const isSquad = ({ buyers }: Group): boolean => buyers > 1;

export const ONE_ANSWER = 'One answer counts for all friends of this squad.';

function squadStatus({ payment, event }: PaidRequest, group: Group, now: Date): StatusText {
  const total = priceText(group.total ?? 0);
  if (group.ended) {
    const why = event.state === 'cancelled' ? 'The night was canceled.' : whySquadEnded(group);
    return payment.status === 'captured'
      ? { word: 'Refund on its way', tone: 'live', next: `${why} ${total} goes back to your card. ${SHOWN_BY_BANK}` }
      : { word: 'Ended', tone: 'plain', next: `${why} You pay nothing. ${HOLD_ENDS}` };
  }
  if (isBeingCharged(group)) {
    const next = `Every seller said yes. All cards of your squad are being charged, yours ${total}, which we hold until hand-over.`;
    return { word: 'Accepted', tone: 'good', next };
  }
  const until = group.until ?? now.toISOString();
  const reserved = `Your squad: everybody’s card is authorized. ${total} of yours is reserved, not charged.`;
  const next = `${reserved} Every seller must say yes by ${untilWhen(until, now)}, ${timeLeft(until, now)}. Otherwise nobody is charged.`;
  return { word: 'Waiting', tone: 'live', next };
}

const HOLD_ENDS = 'The hold on your card ends within a few days.';

function whySquadEnded({ ended: how, charged }: Group): string {
  if (charged > 0) return 'A card of your squad couldn’t be charged, so the squad has ended.';
  if (how === 'declined') return 'A seller said no, so your squad has ended.';
  if (how === 'expired') return 'A seller didn’t answer in time, so your squad has ended.';
  return 'Your squad has ended.';
}

/** True once every seller has said yes. The buyer can then no longer cancel the purchase. */
export const isBeingCharged = ({ charged, unanswered, unpaid, ended: how }: Group): boolean =>
  how === null && (charged > 0 || (unanswered === 0 && unpaid === 0));

/**
 * True while the buyer can cancel a ticket request. A group can only be cancelled as a whole, and no longer once every
 * seller has said yes.
 */
export const mayCancel = ({ status, group }: Pick<PaidRequest, 'status'> & { group?: Group | null }): boolean =>
  status === 'pending' && !(group && (group.ended !== null || isBeingCharged(group)));

function ended({ charged, unpaid, ended: how }: Group, isEventCancelled: boolean): StatusText {
  if (charged > 0) {
    const why = isEventCancelled
      ? 'The night was canceled.'
      : 'A card of the group couldn’t be charged, so the group has ended.';
    const next = `${why} What was charged goes back to your cards. ${SHOWN_BY_BANK}`;
    return { word: 'Refund on its way', tone: 'live', next };
  }
  const why = isEventCancelled ? 'The night was canceled.' : whyEnded(how, unpaid > 0);
  return {
    word: 'Ended',
    tone: 'plain',
    next: `${why} Nothing was charged. The holds on your cards end within a few days.`,
  };
}

function whyEnded(how: Group['ended'], isUnpaid: boolean): string {
  if (how === 'declined') return 'A seller said no, so the group has ended.';
  if (how === 'cancelled') return 'The group has ended.';
  const late = isUnpaid ? 'A card wasn’t authorized in time' : 'A seller didn’t answer in time';
  return `${late}, so the group has ended.`;
}
