import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import type { SquadView, SquadWhy } from '../../../../worker/contract/trade/squads.ts';
import { MOST_HELD } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { type StatusText, timeLeft } from '../../../common/words/status-words.ts';

export interface SquadText extends Pick<StatusText, 'tone' | 'next'> {
  title: string;
}

/** "3 of 4 in": the friends whose card is authorized. */
export const countText = ({ authorized, places }: Pick<SquadView, 'authorized' | 'places'>): string =>
  `${authorized} of ${places} in`;

export const homeText = ({ mates }: SquadView): string =>
  `${mates.filter(({ is_home }) => is_home).length} of ${mates.length} home`;

export const isHome = ({ mates }: SquadView): boolean => mates.some(({ is_you, is_home }) => is_you && is_home);

export function squadStatus(squad: SquadView, now: Date): SquadText {
  return BY_STATE[squad.state](squad, now);
}

const BY_STATE: Record<SquadView['state'], (squad: SquadView, now: Date) => SquadText> = {
  gathering: (squad, now) => {
    if (squad.authorized >= squad.places) return { title: 'Everybody is in', tone: 'live', next: HOLDING };
    if (Date.parse(squad.pay_by) <= now.getTime()) return { title: 'Time is up', tone: 'plain', next: GIVING_BACK };
    if (squad.you.card === 'awaiting') return cardMissing(squad, now);
    return squad.you.card === null ? notIn(squad, now) : cardAuthorized(squad, now);
  },
  asking: (squad, now) => {
    const { places, answer_by, you } = squad;
    const total = priceText(you.total ?? 0);
    if (you.card === null)
      return { title: 'This squad is full', tone: 'plain', next: `Tickets for all ${places} of them are held.` };
    if (answer_by === null)
      return {
        title: 'The sellers said yes',
        tone: 'good',
        next: `Your card is being charged ${total}, which we hold until hand-over.`,
      };
    const deadline = `${untilWhen(answer_by, now)}, ${timeLeft(answer_by, now)}`;
    return {
      title: 'Everybody is in',
      tone: 'live',
      next: `Tickets for all ${places} of you are held. Yours is ${total}: reserved, not charged. Every seller must say yes by ${deadline}. Otherwise nobody is charged.`,
    };
  },
  in: (squad) => {
    const { places, you, home_until } = squad;
    if (home_until !== null && isHome(squad))
      return { title: 'You got home', tone: 'good', next: `Only the ${places} of you see it. ${FORGOTTEN}` };
    if (home_until !== null)
      return {
        title: 'Got home?',
        tone: 'live',
        next: `One tap tells the others. Only the ${places} of you see it. ${FORGOTTEN}`,
      };
    return you.card === null
      ? { title: 'This squad is full', tone: 'plain', next: `All ${places} of them have their tickets.` }
      : {
          title: 'You’re all going',
          tone: 'good',
          next: `All ${places} of you have a ticket. You paid ${priceText(you.total ?? 0)}, which we hold until hand-over.`,
        };
  },
  ended: (squad) => ({
    title: 'This squad has ended',
    tone: 'bad',
    next: [whyEnded(squad), BACK[squad.why ?? 'time'] ?? NOT_CHARGED, whatNow(squad)].filter(Boolean).join(' '),
  }),
};

const FORGOTTEN = 'We delete it 24 hours after the night.';
const HOLDING = 'All cards are authorized. We’re getting tickets for all of you now.';
const GIVING_BACK = 'Not every card was authorized in time. Nobody is charged.';
const NOT_CHARGED = 'Nobody is charged. Holds on your cards end within a few days.';

function notIn({ places, joined, most_total, pay_by, captain }: SquadView, now: Date): SquadText {
  const until = untilWhen(pay_by, now);
  if (joined >= places)
    return {
      title: 'This squad is full',
      tone: 'plain',
      next: `All ${places} places are taken. If one becomes free by ${until}, you can join here.`,
    };
  return {
    title: `${captain} plans a night with you`,
    tone: 'live',
    next: `You each pay with your own card, at most ${priceText(most_total)}. Nobody is charged until all ${places} of you have a ticket. Join by ${until}.`,
  };
}

function cardMissing({ places, most_total, pay_by }: SquadView, now: Date): SquadText {
  return {
    title: 'Your card is missing',
    tone: 'live',
    next: `Authorize ${priceText(most_total)} by ${untilWhen(pay_by, now)} to keep your place. Nobody is charged until all ${places} of you have a ticket.`,
  };
}

function cardAuthorized({ places, joined, authorized, most_total, pay_by, you }: SquadView, now: Date): SquadText {
  const missing = places - authorized;
  const reserved = `${priceText(most_total)} is reserved on your card, not charged.`;
  const cards = missing === 1 ? '1 card is missing.' : `${missing} cards are missing.`;
  const task = you.is_captain && joined < places ? ' Send your friends the link.' : '';
  return {
    title: 'You’re in',
    tone: 'good',
    next: `${reserved} ${cards}${task} If one is still missing after ${untilWhen(pay_by, now)}, nobody is charged.`,
  };
}

function whyEnded({ why, you, captain, places, most_total, pay_by }: SquadView): string {
  switch (why) {
    case 'time':
      return `Not every card was authorized by ${untilWhen(pay_by, new Date(pay_by))}.`;
    case 'no_stock':
      return `No tickets for all ${places} of you cost at most ${priceText(most_total)} each.`;
    case 'friend':
      return 'One of you canceled, or can’t buy for this night.';
    case 'event':
      return 'The night was canceled or moved, or has begun.';
    case 'captain':
      return `${you.is_captain ? 'You' : captain} called it off.`;
    case 'seller':
      return 'A seller said no or didn’t answer in time.';
    case 'card':
      return 'A card couldn’t be charged.';
    case null:
      return '';
  }
}

const BACK: Partial<Record<SquadWhy, string>> = {
  card: 'Nobody pays: what was charged goes back, and holds on your cards end within a few days.',
  event: 'Nobody pays: what was charged goes back, and holds on your cards end within a few days.',
};

function whatNow(squad: SquadView): string {
  const { why, event, you, captain } = squad;
  if (!event.is_open) return '';
  if (!you.is_captain) return `Ask ${captain} to try again.`;
  const again = why === 'no_stock' ? 'You can name a higher price' : 'You can try again: we tell your friends';
  return isForWaitlist(squad)
    ? `${again}. Or join the waitlist: one offer covers all ${squad.places} of you. You pay for it and pass the tickets on.`
    : `${again}.`;
}

/** Whether an ended squad may join the waitlist as a whole. A waitlist entry has at most six places. */
export const isForWaitlist = ({ places, why }: Pick<SquadView, 'places' | 'why'>): boolean =>
  places <= MOST_HELD && why !== 'captain';
