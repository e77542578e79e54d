import type { FilePurpose } from '../../../../drizzle/handover-vocabulary.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { MOST_UNCLAIMED_FILES, type WhyNotOpen } from '../../../contract/trade/ticket-files.ts';
import { DomainError } from '../../../http/answers/errors.ts';

export const fileTooLarge = () =>
  new DomainError({
    code: 'files.too_large',
    status: 413,
    message: 'This file is too large. A file may have at most 8 MB.',
  });

export const wrongFileType = () =>
  new DomainError({
    code: 'files.wrong_type',
    status: 415,
    message: 'This is no file that we can keep. Send a PDF, a PNG or JPEG picture, or a pass of a wallet (.pkpass).',
  });

export const fileIncomplete = () =>
  new DomainError({ code: 'files.incomplete', status: 400, message: 'The file did not arrive whole. Send it again.' });

export const fileNotKept = () =>
  new DomainError({
    code: 'files.incomplete',
    status: 503,
    message: 'We could not keep the file just now. Send it again in a moment.',
  });

export const tooManyFiles = () =>
  new DomainError({
    code: 'files.too_many',
    status: 409,
    message: `${MOST_UNCLAIMED_FILES} of your files wait for a listing. List their tickets first, or try again tomorrow: then the files are gone.`,
  });

const NOT_NEEDED: Record<FilePurpose, string> = {
  ticket: 'Only verified resellers can upload tickets. Apply first, we answer by email.',
  proof: 'You have no paid tickets to send, so no proof is needed.',
  evidence: 'You have neither bought nor sold tickets that are paid here, so no picture is needed.',
};

export const fileNotNeeded = (purpose: FilePurpose) =>
  new DomainError({ code: 'files.not_needed', status: 403, message: NOT_NEEDED[purpose] });

export const notPaid = () =>
  new DomainError({
    code: 'payments.not_paid',
    status: 409,
    message: 'These tickets are not paid yet. Wait until they are, and load the page again.',
  });

export const ticketNotFound = () =>
  new DomainError({ code: 'tickets.not_found', status: 404, message: 'There is no such ticket.' });

const NOT_OPEN: Record<WhyNotOpen, (opensAt: Date) => string> = {
  early: (opensAt) => `This ticket opens on ${longDate(opensAt.toISOString())}.`,
  disputed: () => 'Your bank looks into this payment, so the ticket stays closed until it has decided.',
  ended: () => 'This ticket cannot be opened any more: the money for it goes back, or the night is long over.',
};

export const notOpen = (why: WhyNotOpen, opensAt: Date) =>
  new DomainError({ code: 'tickets.not_open', status: 409, message: NOT_OPEN[why](opensAt) });

export const notShown = () =>
  new DomainError({
    code: 'tickets.not_shown',
    status: 409,
    message: 'Open the ticket first. Its code is compared after that.',
  });
