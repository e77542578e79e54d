import { centsText } from '../../../contract/trade/money.ts';
import type { HandoverKind, HandoverStatus, ProblemStage } from '../../../../drizzle/handover-vocabulary.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { UntoldHandover, UntoldRefund } from './find-untold.db.ts';
import { disputeTitle } from './dispute.mails.ts';
import { ticketsOf, time } from './mail-words.ts';
import type { UntoldDispute } from './untold-disputes.db.ts';
import type { UntoldProblem } from './untold-problems.db.ts';

type Role = 'buyer' | 'seller';
/** Unlike mails, notifications contain no addresses, and no texts by users except the title of the event. */
type Words = Pick<Notice, 'title' | 'body'> & { until?: Date };

const noticeOf = ({ until, ...words }: Words, about: Pick<Notice, 'kind' | 'cause'>): Notice => ({
  ...words,
  ...about,
  path: '/my-tickets',
  ...(until && { is_urgent: true, expires_at: until }),
});

const NEXT = 'My tickets has the details.';

const ARRIVED: Record<HandoverKind, string> = {
  file: 'Your tickets are here',
  transfer: 'Your tickets were sent',
  name_list: 'You’re on the list',
};

const HANDOVER: Record<HandoverStatus, Record<Role, (handover: UntoldHandover) => Words>> = {
  due: {
    seller: (handover) => ({
      title: 'Paid: hand the tickets over',
      body: `${ticketsOf(handover)}. Do it by ${time(handover.due_at)}.`,
      until: handover.due_at,
    }),
    buyer: (handover) => ({ title: 'Paid', body: `${ticketsOf(handover)}. ${NEXT}` }),
  },
  delivered: {
    buyer: (handover) => ({
      title: ARRIVED[handover.kind ?? 'transfer'],
      body: `${ticketsOf(handover)}. ${handover.kind === 'name_list' ? 'Bring an ID.' : 'Check them in My tickets.'}`,
    }),
    seller: (handover) => ({ title: 'Sold', body: `${ticketsOf(handover)}. You’re all set.` }),
  },
  problem: {
    seller: (handover) => ({ title: 'A problem was reported', body: `${ticketsOf(handover)}. ${NEXT}` }),
    buyer: (handover) => ({ title: 'We have your report', body: `${ticketsOf(handover)}. ${NEXT}` }),
  },
  received: {
    seller: (handover) => ({ title: 'Received', body: `${ticketsOf(handover)}. ${NEXT}` }),
    buyer: (handover) => ({
      title: 'We decided your problem',
      body: `${ticketsOf(handover)}: counted as received. ${NEXT}`,
    }),
  },
  failed: {
    seller: (handover) => ({ title: 'Not paid out', body: `${ticketsOf(handover)}. ${NEXT}` }),
    buyer: (handover) => ({
      title: 'We found you other tickets',
      body: `${ticketsOf(handover)}. You don't pay anything more.`,
    }),
  },
};

export const statusNotice = (handover: UntoldHandover, { told, role }: { told: HandoverStatus; role: Role }): Notice =>
  noticeOf(HANDOVER[told][role](handover), { kind: 'handover', cause: `handover:${handover.request_id}:${told}` });

export function reminderNotice(handover: UntoldHandover, role: Role): Notice {
  const words = role === 'seller' ? 'Hand the tickets over soon' : 'Your tickets are due soon';
  const body = `${ticketsOf(handover)}. The deadline is ${time(handover.due_at)}.`;
  return noticeOf(
    { title: words, body, until: handover.due_at },
    { kind: 'handover', cause: `handover:${handover.request_id}:reminder` },
  );
}

const PROBLEM: Record<ProblemStage, Record<Role, (problem: UntoldProblem) => Words>> = {
  reported: {
    seller: (problem) => ({
      title: 'A buyer reports a problem',
      body: `${ticketsOf(problem)}. Answer by ${time(problem.decide_by)}.`,
      until: problem.decide_by,
    }),
    buyer: (problem) => ({
      title: 'We have your report',
      body: `${ticketsOf(problem)}. The seller must answer by ${time(problem.decide_by)}.`,
    }),
  },
  answered: {
    seller: (problem) => ({
      title: 'We have your answer',
      body: `${ticketsOf(problem)}. We decide by ${time(problem.decide_by)}.`,
    }),
    buyer: (problem) => ({
      title: 'The seller has answered',
      body: `${ticketsOf(problem)}. We decide by ${time(problem.decide_by)}.`,
    }),
  },
  decided: {
    seller: (problem) => ({ title: 'We decided a problem', body: `${ticketsOf(problem)}. ${NEXT}` }),
    buyer: (problem) => ({ title: 'We decided your problem', body: `${ticketsOf(problem)}. ${NEXT}` }),
  },
};

export const problemNotice = (problem: UntoldProblem, role: Role): Notice =>
  noticeOf(PROBLEM[problem.stage][role](problem), {
    kind: 'handover',
    cause: `problem:${problem.id}:${problem.stage}`,
  });

export const disputeNotice = (dispute: UntoldDispute, role: Role): Notice =>
  noticeOf(
    { title: disputeTitle(dispute, role), body: `${ticketsOf(dispute)}. ${NEXT}` },
    { kind: 'handover', cause: `dispute:${dispute.id}:${dispute.status}` },
  );

export const refundNotice = ({ id, amount_cents, quantity, event }: UntoldRefund): Notice => ({
  title: `${centsText(amount_cents)} is on its way back`,
  body: `For ${ticketCount(quantity)} for ${event.title}. Your bank may take a few days to show it.`,
  kind: 'account',
  path: '/my-tickets',
  cause: `refund:${id}:sent`,
});
