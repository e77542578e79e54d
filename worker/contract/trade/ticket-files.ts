import * as v from 'valibot';
import { CODE_FORMATS, type CodeFormat, FILE_PURPOSES, type FileType } from '../../../drizzle/handover-vocabulary.ts';
import { DAY } from '../time/durations.ts';

export const MAX_TICKET_FILE_BYTES = 8_388_608;

/** An account can have at most this many unused files. */
export const MOST_UNCLAIMED_FILES = 40;

/** A buyer can open the tickets this many ms before the doors. The seller can let the buyer open them earlier. */
export const OPENS_BEFORE_DOORS_MS = DAY;

const NO_FILE = 'Upload the ticket first, and send the id of its file.';
const NO_HASH = 'A code hash is 64 characters of lower-case hex.';
const NO_FORMAT = `A code is one of these: ${CODE_FORMATS.join(', ')}.`;

const fileId = v.pipe(v.string(NO_FILE), v.nonEmpty(NO_FILE), v.maxLength(64, NO_FILE));
const codeHash = v.pipe(v.string(NO_HASH), v.regex(/^[0-9a-f]{64}$/, NO_HASH));

/** `POST /api/ticket-files?purpose=…`. The body is the file itself. */
export const UploadTicketFile = v.object({
  purpose: v.picklist(FILE_PURPOSES, `Say what the file is for: ${FILE_PURPOSES.join(', ')}.`),
});

export interface TicketFileView {
  id: string;
  media_type: FileType;
  bytes: number;
}

export const ListedTicket = v.object(
  { file_id: fileId, code_hash: codeHash, code_format: v.picklist(CODE_FORMATS, NO_FORMAT) },
  'A ticket has a file, a code hash and a code format.',
);
export type ListedTicket = v.InferOutput<typeof ListedTicket>;

/** `POST /api/tickets/{id}/check`. `code_hash` is null if the phone read no code. */
export const CheckTicket = v.object({ code_hash: v.nullable(codeHash) }, 'The body must be a JSON object.');

export const SayDelivered = v.object({ proof_file_id: v.optional(fileId) }, 'The body must be a JSON object.');

/**
 * `early`: the tickets open later. `disputed`: the buyer's bank is reviewing the payment. `ended`: the sale failed or
 * was refunded, or the event was cancelled or is long over.
 */
export type WhyNotOpen = 'early' | 'disputed' | 'ended';

/** `matched_at`: when the buyer's phone read the code that the seller listed. */
export interface BoughtTicketView {
  id: string;
  code_format: CodeFormat;
  media_type: FileType;
  bytes: number;
  shown_at: Date | null;
  matched_at: Date | null;
}

/** `GET /api/ticket-requests/{id}/tickets`. `tickets` is empty if the seller hands the tickets over elsewhere. */
export interface BoughtTicketsView {
  opens_at: Date;
  may_open: boolean;
  why_not: WhyNotOpen | null;
  tickets: BoughtTicketView[];
}

/** `POST /api/tickets/{id}/check`. `matches` is null if no code was read. */
export interface CheckedTicketView {
  matches: boolean | null;
}

/** `request_id`: the sale of the ticket, if any. `shown_at`: when the buyer opened the ticket. */
export interface ListedTicketView {
  id: string;
  code_format: CodeFormat;
  request_id: string | null;
  shown_at: Date | null;
}
