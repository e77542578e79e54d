import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { untilWhen } from '../../../contract/time/event-time.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

export const notPaid = () =>
  new DomainError({
    code: 'payments.not_paid',
    status: 409,
    message: "These tickets aren't paid yet. Wait until they are, then reload the page.",
  });

const ENDED: Record<HandoverStatus, string> = {
  due: 'The time to send these tickets is over. The buyer gets a refund.',
  delivered: "It's too late to report this here. Write to support.",
  problem: "The buyer says something is wrong with these tickets. We're looking into it and will write to you both.",
  received: 'The buyer already has these tickets. If something is wrong, write to support.',
  failed: "The buyer is getting a refund for these tickets, so you can't change anything here anymore.",
};

/** Refuses a step that a hand-over in this status does not allow. */
export const handoverEnded = (status: HandoverStatus) =>
  new DomainError({ code: 'payments.handover_ended', status: 409, message: ENDED[status] });

/** Refuses a report of missing tickets while the seller still has time to send them. */
export const stillDue = (due_at: Date, now: Date) =>
  new DomainError({
    code: 'payments.still_due',
    status: 409,
    message: `The seller must send these tickets by ${untilWhen(due_at.toISOString(), now)}. If they don't, you automatically get other tickets or your money back.`,
  });

/** Refuses a report that tickets do not work, because nobody knows that before the doors. */
export const tooEarly = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `You can report this from ${untilWhen(from.toISOString(), now)}, an hour before the doors. If a file shows a different code than the seller listed, your phone tells us when you open it.`,
  });

/** Refuses a report of a cancelled night before the doors, if its organizer has not cancelled it here. */
export const notCancelled = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `This night isn't cancelled here. If it is cancelled, you automatically get a full refund. If nobody is at the door, you can report it from ${untilWhen(from.toISOString(), now)}, an hour before the doors.`,
  });

/** Refuses to confirm a place on the list before anybody can be in. */
export const notThereYet = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `You can confirm this from ${untilWhen(from.toISOString(), now)}, an hour before the doors. Until then, tell us only if something is wrong.`,
  });

export const ticketsAreHere = () =>
  new DomainError({
    code: 'payments.tickets_are_here',
    status: 409,
    message: "These tickets are here. Open them in My tickets. If they don't work, report that they didn't work.",
  });

export const notOpened = () =>
  new DomainError({
    code: 'tickets.not_shown',
    status: 409,
    message: 'Open and check all of these tickets in My tickets first. Then confirm that you have them.',
  });

export const notSeen = () =>
  new DomainError({
    code: 'tickets.not_shown',
    status: 409,
    message: "Open these tickets in My tickets first. Then report what's wrong. If they don't open, write to support.",
  });

export const proofNeeded = () =>
  invalid({ proof_file_id: 'Add a picture that shows the ticket transfer, then send it again.' });

export const noPicture = () =>
  new DomainError({
    code: 'payments.no_picture',
    status: 409,
    message: "We can't use this picture. Choose it again, or continue without it.",
  });

export const problemEnded = () =>
  new DomainError({
    code: 'payments.problem_ended',
    status: 409,
    message: 'There is no open problem that you can answer. Reload the page to see the current state.',
  });
