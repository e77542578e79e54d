import { untilWhen } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import { isUnpaid, nothingCharged } from './paid.mails.ts';
import type { UntoldRequest } from './tell-buyers.db.ts';

export function outcomeNotice(request: UntoldRequest): Notice {
  const { id, status, quantity, event } = request;
  const { title, says } = wordsOf(request);
  return {
    kind: 'requests',
    title,
    body: `${ticketCount(quantity)} for ${event.title}. ${says}`,
    path: status === 'accepted' ? '/my-tickets' : `/events/${event.slug}`,
    cause: `request:${id}:${status}`,
    is_urgent: true,
  };
}

function wordsOf(request: UntoldRequest): { title: string; says: string } {
  const { status, declined_at, payment } = request;
  if (status === 'accepted') {
    return payment.captured_at
      ? { title: 'Yes: your card was charged', says: 'The hand-over comes next.' }
      : { title: 'The seller said yes', says: 'Off sale and kept for you.' };
  }
  const says = nothingCharged(request);
  if (request.is_in_squad) return { title: 'Your squad has ended', says };
  if (isUnpaid(request)) return { title: 'Not paid in time', says };
  if (status === 'expired') return { title: 'No answer in time', says };
  if (status === 'cancelled') return { title: 'Your request has ended', says };
  return { title: declined_at === null ? 'The tickets went off sale' : 'Your request was declined', says };
}

const terms = ({ receives_cents, answer_by }: AskedDeal) =>
  ` You receive ${centsText(receives_cents)}. Answer by ${untilWhen(answer_by.toISOString())}.`;

export interface AskedDeal {
  receives_cents: number;
  answer_by: Date;
}

export const askedNotice = ({
  id,
  quantity,
  title,
  deal,
}: {
  id: string;
  quantity: number;
  title: string | undefined;
  deal: AskedDeal | undefined;
}): Notice => ({
  kind: 'requests',
  title: `Request for ${ticketCount(quantity)}`,
  body: `${title ?? 'Your listing'}: a student is waiting for your answer.${deal ? terms(deal) : ''}`,
  path: '/my-tickets',
  cause: `request:${id}:asked`,
  expires_at: deal?.answer_by ?? null,
  is_urgent: true,
});
