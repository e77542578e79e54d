import type { CodeFormat } from '../../drizzle/handover-vocabulary.ts';

/**
 * A code that was read. `hash` is the SHA-256 of its bytes in lower-case hex. A code has the same hash in every kind of
 * file.
 */
export interface Code {
  hash: string;
  format: CodeFormat;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
  /**
   * The place of the code, in fractions of the picture's width and height. Missing for codes of passes, and for codes
   * that were found only after the picture was turned.
   */
  area?: Area | undefined;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * A ticket found in a file. `page` counts from 1. `picture`, if set, is uploaded instead of the file. `code` is a
 * picture of the code alone, or null if the code's place on the page is not known.
 */
export interface FoundTicket extends Pick<Code, 'hash' | 'format'> {
  page: number;
  picture: Blob | null;
  code: Blob | null;
}

/**
 * A file with one picture per page. `code` is a picture of the first code alone, or null if the code's place is not
 * known. `isRedrawn` is true if the picture was drawn from a pass.
 */
export interface OpenTicket {
  pages: Blob[];
  code: Blob | null;
  codes: Code[];
  isRedrawn: boolean;
}

/** A sentence that says why a file cannot be read and what to do next. */
export interface Refusal {
  refusal: string;
}

/** `find` asks for the tickets in a file, `open` for its pictures, `look` for the codes in a camera frame. */
export type Question = { do: 'find' | 'open'; file: Blob } | { do: 'look'; frame: ImageBitmap | ImageData };

export interface Answers {
  find: FoundTicket[] | Refusal;
  open: OpenTicket | Refusal;
  look: Code[];
}

/** The largest file that is read and uploaded, in bytes. */
export const MOST_BYTES = 8 * 1024 * 1024;

export const REFUSALS = {
  tooLarge: 'This file is larger than 8 MB. Take a screenshot of the ticket and use that.',
  wrongType: 'This isn’t a PDF, PNG, JPEG or pkpass. Take a screenshot of the ticket and use that.',
  tooManyPixels: 'This picture has too many pixels. Take a screenshot of the ticket and use that.',
  tooManyPages: 'This PDF has more than 30 pages. Save only the pages with tickets as a new PDF.',
  locked: 'This PDF is locked with a password. Save a copy without the password and use that.',
  broken: 'This file is damaged and can’t be opened. Download the ticket again or take a screenshot of it.',
  noPassCode: 'This pass has no code that we can read. We read QR, Aztec, PDF417 and Code 128.',
  noCode: 'No ticket code was found. Use a sharp picture that shows the whole code, or the PDF of the ticket.',
  tooSlow: 'This file took too long to read. Take a screenshot of the ticket and use that.',
  notLoaded: 'The code reader didn’t load. Check your connection and try again.',
} as const;

export const severalCodes = (page: number) =>
  `Page ${page} shows two different codes. Make one picture per ticket that shows only the ticket’s own code.`;
