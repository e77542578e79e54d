import { deleteAccount, returnAs } from './account-steps.ts';
import { payOut, personOf } from './asking.ts';
import { cancelEvent, deleteEvent, edit, type EDITS, feed, type FEEDS, giveRole, restoreEvent } from './event-steps.ts';
import { ghosts, lookFor, type Looking, passOffer, takeOffer, waitInLine } from './line-steps.ts';
import {
  buy,
  buyAsGroup,
  chargeback,
  complain,
  fallSilent,
  list,
  type Listed,
  newPrice,
  type NEW_PRICES,
  onListing,
  onRequest,
  payLate,
  type PROBLEMS,
  sendTickets,
} from './sale-steps.ts';
import type { Asked } from './serve.ts';
import { goAsSquad, type Going } from './squad-steps.ts';
import { checkTickets, giveTicket, type Giving, markByName, openTickets } from './ticket-steps.ts';
import { type Until, wait } from './waiting.ts';
import type { World } from './world.ts';
import type { Name, Ringer } from './names.ts';

/** One step of a history. It looks for its target when it runs, and does nothing if there is none. */
export type Step =
  | ({ do: 'list' } & Listed)
  | { do: 'buy'; who: Name; count: number; pays: boolean }
  | { do: 'buy as a group'; who: Name; count: number; paid: number }
  | ({ do: 'go as a squad' } & Going)
  | { do: 'change the price'; who: Name; price: keyof typeof NEW_PRICES }
  | { do: 'pay late'; who: Name }
  | { do: 'not at once any more' | 'withdraw'; who: Name }
  | { do: 'accept' | 'decline' | 'reply' | 'payout' | 'open' | 'received' | 'chargeback' | 'give up'; who: Name }
  | { do: 'check'; who: Name; right: boolean }
  | { do: 'send'; who: Name; good: boolean }
  | { do: 'complain'; who: Name; kind: (typeof PROBLEMS)[number] }
  | { do: 'mark by name'; who: Name; of: Name }
  | ({ do: 'give a ticket' } & Giving)
  | { do: 'edit'; who: Name; what: keyof typeof EDITS }
  | { do: 'feed'; who: Name; what: keyof typeof FEEDS }
  | { do: 'cancel night' | 'restore night' | 'delete night'; who: Name }
  | { do: 'give a role'; who: Name; to: Name; role: 'organizers' | 'door-staff' }
  | { do: 'delete account' | 'return'; who: Ringer }
  | ({ do: 'look for tickets' } & Looking)
  | { do: 'wait in line' | 'pass on the offer'; who: Name }
  | { do: 'take the offer'; who: Name; pays: boolean }
  | { do: 'ghosts'; count: number }
  | { do: 'fall silent'; who: Name }
  | { do: 'wait'; until: Until };

/** Takes a step. Returns the API's answer, or whether the step did anything, or undefined if there was no target. */
type Take<K extends Step['do']> = (
  world: World,
  step: Extract<Step, { do: K }>,
) => Promise<Asked | boolean | undefined>;

const isAsked = "request.status = 'pending' AND payment.status = 'authorized'";

const TAKEN: { [K in Step['do']]: Take<K> } = {
  list,
  buy,
  'buy as a group': buyAsGroup,
  'go as a squad': goAsSquad,
  'pay late': payLate,
  accept: onRequest('seller', isAsked, 'accept'),
  decline: onRequest('seller', isAsked, 'decline'),
  'not at once any more': onListing('', 'PATCH', () => ({ is_instant: false })),
  'change the price': onListing('', 'PATCH', newPrice),
  withdraw: onListing('/withdraw', 'POST'),
  'give up': onRequest('buyer', "request.status = 'pending'", 'cancel'),
  send: sendTickets,
  open: openTickets,
  check: checkTickets,
  received: onRequest('buyer', "handover.status IN ('due', 'delivered')", 'received'),
  complain,
  reply: onRequest('seller', "handover.status = 'problem'", 'problem/answer', { text: 'The ticket is good.' }),
  'mark by name': markByName,
  'give a ticket': giveTicket,
  payout: payOut,
  chargeback,
  edit,
  feed,
  'cancel night': cancelEvent,
  'restore night': restoreEvent,
  'delete night': deleteEvent,
  'give a role': giveRole,
  'delete account': deleteAccount,
  return: returnAs,
  'look for tickets': lookFor,
  'wait in line': waitInLine,
  'take the offer': takeOffer,
  'pass on the offer': passOffer,
  ghosts,
  'fall silent': fallSilent,
  wait: async (world, { until }) => wait(world, until),
};

export const STEP_KINDS = Object.keys(TAKEN) as Step['do'][];

/** Takes one step and counts it if it had a target and the API did not refuse it. A refusal is not an error. */
export async function take(world: World, step: Step): Promise<void> {
  if ('who' in step && personOf(world, step.who).isGone && step.do !== 'return') return;
  const answer = await (TAKEN[step.do] as (world: World, step: Step) => Promise<Asked | boolean | undefined>)(
    world,
    step,
  );
  const isTaken = typeof answer === 'object' ? answer.status < 300 : answer === true;
  if (isTaken) world.taken.set(step.do, (world.taken.get(step.do) ?? 0) + 1);
}
