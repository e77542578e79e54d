import { centsText } from '../../../contract/trade/money.ts';
import type { WhyBack } from '../../../../drizzle/vocabulary.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { UntoldHandover, UntoldRefund } from './find-untold.db.ts';
import { deliveredFiles, deliveredMail, dueMail } from './handover.mails.ts';
import {
  aboutEvent,
  type MailToOne,
  receives,
  replacedMail,
  ticketsOf,
  time,
  type Told,
  total,
  type Words,
} from './mail-words.ts';

export function statusMails(handover: UntoldHandover, told: HandoverStatus, site: string): MailToOne[] {
  const about = aboutEvent(handover, site);
  return MAILS[told](handover).map(({ role, mail }) => ({ role, mail: { ...about, ...mail } }));
}

const toSeller = (mail: Words): Told => [{ role: 'seller', mail }];
const toBuyer = (mail: Words): Told => [{ role: 'buyer', mail }];

const MAILS: Record<HandoverStatus, (handover: UntoldHandover) => Told> = {
  // The buyer has the receipt and gets no mail.
  due: (handover) => (handover.status === 'due' && handover.kind !== 'file' ? toSeller(dueMail(handover)) : []),
  delivered: (handover) => (handover.kind === 'file' ? deliveredFiles(handover) : toBuyer(deliveredMail(handover))),
  problem: (handover) =>
    toSeller({
      subject: `Problem reported: ${handover.event.title}`,
      text: `The buyer of ${ticketsOf(handover)} says: “${handover.problem ?? ''}” We're looking into it and will write to you. We hold the money until then.`,
    }),
  received: (handover) => [
    ...toSeller(receivedMail(handover)),
    ...(handover.ended_by === 'staff' ? toBuyer(decidedMail(handover)) : []),
  ],
  failed: (handover) => {
    if (handover.is_disputed && handover.ended_by === 'time') return toSeller(endedInDispute(handover));
    const isReplaced = handover.replaced_back_cents !== null;
    const instead = isReplaced ? 'gets other tickets' : `gets ${total(handover)} back`;
    return [
      ...toSeller({
        subject: `Not paid out: ${handover.event.title}`,
        text: `${FAILED[handover.ended_by ?? 'time'] ?? FAILED.time} The buyer of ${ticketsOf(handover)} ${instead}, so you aren’t paid for this sale.${handover.is_blocked ? BLOCKED : ''}`,
      }),
      ...(isReplaced
        ? toBuyer(replacedMail({ ...handover, why: `The seller didn’t hand over ${ticketsOf(handover)} in time.` }))
        : []),
    ];
  },
};

const FAILED: Partial<Record<NonNullable<UntoldHandover['ended_by']>, string>> & { time: string } = {
  time: 'The tickets weren’t sent in time.',
  staff: 'We looked into the problem that the buyer reported.',
  event: 'The night was canceled.',
  group: 'Another card of the group couldn’t be charged, which isn’t your fault.',
};

const BLOCKED = ' You can list tickets again a week from now, once you owe us nothing.';

const endedInDispute = (handover: UntoldHandover) => ({
  subject: `Sale ended: ${handover.event.title}`,
  text: `The buyer’s bank was still reviewing the payment when ${ticketsOf(handover)} had to be sent, so this sale has ended. You aren’t paid for it, and it doesn’t count against you. If you still have the tickets, you can sell them again.`,
});

function receivedMail(handover: UntoldHandover) {
  const from = handover.payout.due_at
    ? ` You can be paid ${receives(handover)} from ${time(handover.payout.due_at)}.`
    : '';
  const what = ticketsOf(handover);
  if (handover.ended_by === 'staff')
    return {
      subject: `Decided: ${handover.event.title}`,
      text: `We looked into the problem that the buyer reported with ${what}, and decided in your favor.${from}`,
    };
  const how =
    handover.ended_by === 'time'
      ? `The buyer reported no problem with ${what}, so the sale is complete.`
      : handover.kind === 'name_list'
        ? `The buyer of ${what} got in.`
        : `The buyer has ${what}${handover.problem === null ? '' : ' after all, so their report is closed'}.`;
  return { subject: `Received: ${handover.event.title}`, text: `${how}${from}` };
}

const decidedMail = (handover: UntoldHandover) => ({
  subject: `Decided: ${handover.event.title}`,
  text: `We looked into the problem that you reported with ${ticketsOf(handover)}. The tickets count as received. If you disagree, reply to this email.`,
});

const WHY: Record<WhyBack, string> = {
  event_cancelled: 'because the night was canceled',
  group_broken: 'because another card for the same purchase couldn’t be charged',
  not_delivered: 'because the seller didn’t send the tickets in time',
  disputed: 'because your bank was reviewing the payment when the tickets were due',
  problem: 'because you reported a problem and we decided in your favor',
  cheaper: 'because the other tickets that we found cost less',
  staff: 'as our support team decided',
};

export function refundMail(refund: UntoldRefund, site: string): Mail {
  const { amount_cents, reason, quantity, event } = refund;
  const amount = centsText(amount_cents);
  return {
    subject: `Refund of ${amount}: ${event.title}`,
    text: `${amount} for ${ticketCount(quantity)} for ${event.title} is on its way back to your card, ${WHY[reason]}. Your bank may take a few days to show it.`,
    ...aboutEvent(refund, site),
  };
}
