import type { HandoverStatus } from '../../../drizzle/vocabulary.ts';
import { DomainError } from '../../http/errors.ts';

export const notPaid = () =>
  new DomainError({
    code: 'payments.not_paid',
    status: 409,
    message: 'These tickets are not paid yet. Wait until they are, and load the page again.',
  });

const ENDED: Record<HandoverStatus, string> = {
  due: 'The time to send these tickets is over. The buyer gets the money back.',
  delivered: 'It is too late to report this here. Write to support.',
  problem: 'The buyer says that something is wrong with these tickets. We look into it, and write to you both.',
  received: 'The buyer already has these tickets. Write to support if something is wrong.',
  failed: 'The buyer gets the money for these tickets back, so nothing can be changed any more.',
};

/** The refusal of a step that a hand-over in this status does not allow. */
export const handoverEnded = (status: HandoverStatus) =>
  new DomainError({ code: 'payments.handover_ended', status: 409, message: ENDED[status] });
