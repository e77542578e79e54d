import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { untilWhen } from '../../../contract/time/event-time.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

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

/** The seller still has time to send the tickets. */
export const stillDue = (due_at: Date, now: Date) =>
  new DomainError({
    code: 'payments.still_due',
    status: 409,
    message: `The seller has until ${untilWhen(due_at.toISOString(), now)} to send these tickets. If they are not there by then, you get other tickets or your money back, without asking.`,
  });

/** Nobody knows before the doors whether tickets work. */
export const tooEarly = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `You can say this from ${untilWhen(from.toISOString(), now)} on, an hour before the doors. If a file shows another code than the seller listed, your phone tells us when you open it.`,
  });

/** Nobody says before the doors that a night is cancelled which is not. */
export const notCancelled = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `This night is not cancelled here. If it is cancelled, you get everything back by itself. If nobody is there, you can say so from ${untilWhen(from.toISOString(), now)} on, an hour before the doors.`,
  });

export const ticketsAreHere = () =>
  new DomainError({
    code: 'payments.tickets_are_here',
    status: 409,
    message: 'These tickets are here. Open them in My tickets. If they do not work, say that they did not work.',
  });

export const notOpened = () =>
  new DomainError({
    code: 'tickets.not_shown',
    status: 409,
    message: 'Open all of these tickets in My tickets first, and look at them. Then say that you have them.',
  });

export const notSeen = () =>
  new DomainError({
    code: 'tickets.not_shown',
    status: 409,
    message: 'Open these tickets in My tickets first. Then say what is wrong. If they do not open, write to support.',
  });

export const proofNeeded = () =>
  invalid({ proof_file_id: 'Add a picture that shows the transfer of the tickets, then send it again.' });

export const noPicture = () =>
  new DomainError({
    code: 'payments.no_picture',
    status: 409,
    message: 'This picture cannot be used. Choose it again, or go on without it.',
  });

export const problemEnded = () =>
  new DomainError({
    code: 'payments.problem_ended',
    status: 409,
    message: 'There is no open problem that you can answer. Load the page again to see how it stands.',
  });
