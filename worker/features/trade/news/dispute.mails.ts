import { centsText } from '../../../contract/trade/money.ts';
import type { DisputeStatus } from '../../../../drizzle/vocabulary.ts';
import { aboutEvent, type MailToOne, ticketsOf } from './mail-words.ts';
import type { UntoldDispute } from './untold-disputes.db.ts';

type Role = 'buyer' | 'seller';

const OPEN_FOR_SELLER: Partial<Record<NonNullable<UntoldDispute['handover']>, string>> = {
  due: ' If you’ve handed the tickets over, say so in My tickets, because that is your proof. If not, keep the tickets for now.',
};

const TEXTS: Record<DisputeStatus, Record<Role, (dispute: UntoldDispute) => string>> = {
  open: {
    buyer: (dispute) =>
      `Your bank is reviewing the payment of ${centsText(dispute.amount_cents)} for ${ticketsOf(dispute)}, because the charge was disputed. The money stays where it is until your bank decides, and the tickets have no pass until then. If that is a mistake, tell your bank that you withdraw the dispute.`,
    seller: (dispute) =>
      `The buyer disputed the charge for ${ticketsOf(dispute)} with their bank, so you aren’t paid until the bank decides. That can take about three months. We send the bank what we know about the sale.${OPEN_FOR_SELLER[dispute.handover ?? 'received'] ?? ''}`,
  },
  won: {
    buyer: (dispute) =>
      dispute.handover === 'failed'
        ? `Your bank decided that the payment for ${ticketsOf(dispute)} stands. The sale had already ended, so we send the money back to your card.`
        : `Your bank decided that the payment for ${ticketsOf(dispute)} stands. The tickets are valid again.`,
    seller: (dispute) =>
      dispute.handover === 'failed'
        ? `The buyer’s bank decided that the payment for ${ticketsOf(dispute)} stands. The sale had already ended, so the buyer gets the money back, and you aren’t paid for it.`
        : `The buyer’s bank decided in your favor: the payment for ${ticketsOf(dispute)} stands, and you get paid as before.`,
  },
  lost: {
    buyer: (dispute) =>
      `Your bank gave you ${centsText(dispute.amount_cents)} for ${ticketsOf(dispute)} back. The tickets are no longer valid.`,
    seller: (dispute) =>
      `The buyer’s bank decided for the buyer of ${ticketsOf(dispute)}, so you aren’t paid for this sale. Payouts shows what that means for you.`,
  },
};

const SUBJECTS: Record<DisputeStatus, Record<Role, string>> = {
  open: { buyer: 'Your bank is reviewing a payment', seller: 'The buyer’s bank is reviewing a payment' },
  won: { buyer: 'Your bank has decided', seller: 'The bank has decided' },
  lost: { buyer: 'Your bank has decided', seller: 'The bank decided for the buyer' },
};

export function disputeMails(dispute: UntoldDispute, site: string): MailToOne[] {
  const { event, status } = dispute;
  return (['buyer', 'seller'] as const).map((role) => ({
    role,
    mail: {
      subject: `${SUBJECTS[status][role]}: ${event.title}`,
      text: TEXTS[status][role](dispute),
      ...aboutEvent(dispute, site),
    },
  }));
}

/** The mail's subject without the event's title. */
export const disputeTitle = ({ status }: UntoldDispute, role: Role) => SUBJECTS[status][role];
