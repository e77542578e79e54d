import type { Code } from './messages.ts';

/**
 * A page of a file: the different codes on it, and a picture of it. The picture must be taken before the next page is
 * read.
 */
export interface Page {
  codes: Code[];
  picture: () => Promise<Blob>;
}

/** A file that is not read. The message says what to do. */
export class RefusedFile extends Error {}
