import type { PaidRequest } from '../../../web/features/trade/payments/paid-request.ts';

const HANDOVER = {
  status: 'due',
  kind: 'transfer',
  opens_at: '2026-11-27T03:00:00.000Z',
  works_from: '2026-11-28T02:00:00.000Z',
  due_at: '2026-11-27T23:40:00.000Z',
  received_by_itself_at: '2026-11-29T09:00:00.000Z',
  problem: null,
} as const;
const EVENT: PaidRequest['event'] = {
  title: 'Disco Deficit',
  slug: 'night',
  start_at: '2026-11-28T03:00:00.000Z',
  venue_name: 'Blue Line',
  state: 'on',
  moved_from: null,
};

export type PaidPayment = PaidRequest['payment'];
/** Overrides for a charged request: tickets for $43.70 that the seller must send. */
export interface PaidCase {
  status?: PaidRequest['status'];
  state?: PaidRequest['event']['state'];
  payment?: Partial<PaidPayment>;
  handover?: Partial<NonNullable<PaidPayment['handover']>>;
  payout?: Partial<NonNullable<PaidPayment['payout']>>;
}

/** A state of a sale: its name, the overrides for its request, and the badge, text and buttons that the user sees. */
export type SaleCase = [state: string, given: PaidCase, word: string, next: string, steps: string];

export const asCases = (
  written: [state: string, given: PaidCase, word: string, next: string, steps?: string][],
): SaleCase[] => written.map(([state, given, word, next, steps = '']) => [state, given, word, next, steps]);

export function requestOf(
  role: 'buyer' | 'seller',
  { status = 'accepted', state = 'on', payment = {}, handover, payout }: PaidCase,
): PaidRequest {
  const isCharged = (payment.status ?? 'captured') === 'captured';
  const isBuyer = role === 'buyer';
  return {
    role,
    status,
    expires_at: '2026-11-27T23:40:00.000Z',
    event: { ...EVENT, state },
    receiver: null,
    group: null,
    payment: {
      status: 'captured',
      tickets: 40,
      total: isBuyer ? 43.7 : null,
      fee: isBuyer ? 3.7 : null,
      added: 0,
      receives: isBuyer ? null : 40,
      pay_url: null,
      pay_until: null,
      refunded: 0,
      is_disputed: false,
      sold_at_once: false,
      replaces: null,
      replaced_by: null,
      problem: null,
      refund: null,
      handover: isCharged ? { ...HANDOVER, ...handover } : null,
      payout:
        isBuyer || !isCharged
          ? null
          : { status: 'due', due_at: '2026-12-01T09:00:00.000Z', held_because: [], receives: 40, ...payout },
      ...payment,
    },
  };
}

export const NOW = new Date('2026-11-27T20:00:00.000Z');
export const back = (
  status: 'due' | 'sent' | 'stuck',
  over: Partial<NonNullable<PaidPayment['refund']>> = {},
): Partial<PaidPayment> => ({ refund: { status, because: 'not_delivered', amount: 43.7, ...over } });
export const LATE = { due_at: '2026-11-27T19:59:00.000Z' };
export const handedOver = (status: NonNullable<PaidPayment['handover']>['status']): PaidCase => ({
  handover: { status },
});
export const OPEN_PROBLEM: NonNullable<PaidPayment['problem']> = {
  kind: 'not_as_described',
  text: 'It is a screenshot.',
  status: 'open',
  decide_by: '2026-11-28T04:40:00.000Z',
  seller_text: null,
  may_answer: true,
  is_for_staff: false,
};
