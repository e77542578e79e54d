import { conflict } from '../listings/tickets.errors.ts';
import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { MOST_UNCLAIMED_FILES, type WhyNotOpen } from '../../../contract/trade/ticket-files.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const fileTooLarge = () =>
  new DomainError({
    code: 'files.too_large',
    status: 413,
    message: 'This file is too large. Send a file of at most 8 MB.',
  });

export const wrongFileType = () =>
  new DomainError({
    code: 'files.wrong_type',
    status: 415,
    message: "We can't accept this type of file. Send a PDF, a PNG or JPEG picture, or a wallet pass (.pkpass).",
  });

export const fileIncomplete = () =>
  new DomainError({
    code: 'files.incomplete',
    status: 400,
    message: "The file didn't arrive completely. Send it again.",
  });

export const fileNotKept = () =>
  new DomainError({
    code: 'files.incomplete',
    status: 503,
    message: "We couldn't save the file just now. Send it again in a moment.",
  });

export const tooManyFiles = () =>
  conflict(
    'files.too_many',
    `You have ${MOST_UNCLAIMED_FILES} uploaded files without a listing. List their tickets first, or try again tomorrow, after we delete the files.`,
  );

const NOT_NEEDED: Record<FilePurpose, string> = {
  ticket: "Only verified resellers can upload tickets. Apply first, and we'll answer by email.",
  proof: "You have no paid tickets to send, so you don't need a proof.",
  evidence: "You haven't bought or sold tickets that are paid here, so you don't need a picture.",
};

export const fileNotNeeded = (purpose: FilePurpose) =>
  new DomainError({ code: 'files.not_needed', status: 403, message: NOT_NEEDED[purpose] });

export const notPaid = () =>
  conflict('payments.not_paid', "These tickets aren't paid yet. Wait until they are, then reload the page.");

export const ticketNotFound = () =>
  new DomainError({ code: 'tickets.not_found', status: 404, message: "We couldn't find this ticket." });

const NOT_OPEN: Record<WhyNotOpen, (opensAt: Date) => string> = {
  early: (opensAt) => `This ticket opens on ${longDate(opensAt.toISOString())}.`,
  disputed: () => 'Your bank is looking into this payment, so the ticket stays closed until the bank decides.',
  ended: () => "You can't open this ticket anymore because it was refunded or the night is long over.",
};

export const notOpen = (why: WhyNotOpen, opensAt: Date) => conflict('tickets.not_open', NOT_OPEN[why](opensAt));

export const notShown = () => conflict('tickets.not_shown', 'Open the ticket first. Then we can compare its code.');
