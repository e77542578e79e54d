import { conflict } from '../listings/tickets.errors.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import { untilWhen } from '../../../contract/time/event-time.ts';
import { DomainError, invalid } from '../../../http/answers/errors.ts';

const ENDED: Record<HandoverStatus, string> = {
  due: 'The time to send these tickets is over. The buyer gets a refund.',
  delivered: "It's too late to report this here. Write to support.",
  problem: "The buyer says something is wrong with these tickets. We're looking into it and will write to you both.",
  received: 'The buyer already has these tickets. If something is wrong, write to support.',
  failed: "The buyer is getting a refund for these tickets, so you can't change anything here anymore.",
};

export const handoverEnded = (status: HandoverStatus) => conflict('payments.handover_ended', ENDED[status]);

export const stillDue = (due_at: Date, now: Date) =>
  conflict(
    'payments.still_due',
    `The seller must send these tickets by ${untilWhen(due_at.toISOString(), now)}. If they don't, you automatically get other tickets or your money back.`,
  );

export const tooEarly = (from: Date, now: Date) =>
  conflict(
    'payments.too_early',
    `You can report this from ${untilWhen(from.toISOString(), now)}, an hour before the doors. If a file shows a different code than the seller listed, your phone tells us when you open it.`,
  );

export const notCancelled = (from: Date, now: Date) =>
  new DomainError({
    code: 'payments.too_early',
    status: 409,
    message: `This night isn’t canceled here. If it is canceled, you automatically get a full refund. If nobody is at the door, you can report it from ${untilWhen(from.toISOString(), now)}, an hour before the doors.`,
  });

export const notThereYet = (from: Date, now: Date) =>
  conflict(
    'payments.too_early',
    `You can confirm this from ${untilWhen(from.toISOString(), now)}, an hour before the doors. Until then, tell us only if something is wrong.`,
  );

export const ticketsAreHere = () =>
  conflict(
    'payments.tickets_are_here',
    "These tickets are here. Open them in My tickets. If they don't work, report that they didn't work.",
  );

export const notOpened = () =>
  conflict(
    'tickets.not_shown',
    'Open and check all of these tickets in My tickets first. Then confirm that you have them.',
  );

export const notSeen = () =>
  conflict(
    'tickets.not_shown',
    "Open these tickets in My tickets first. Then report what's wrong. If they don't open, write to support.",
  );

export const proofNeeded = () =>
  invalid({ proof_file_id: 'Add a picture that shows the ticket transfer, then send it again.' });

export const noPicture = () =>
  conflict('payments.no_picture', "We can't use this picture. Choose it again, or continue without it.");

export const problemEnded = () =>
  conflict(
    'payments.problem_ended',
    'There is no open problem that you can answer. Reload the page to see the current state.',
  );
