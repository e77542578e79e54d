import type { Code } from './messages.ts';

/** One page of a file: the distinct codes on it, and its picture. Call `picture` before you read the next page. */
export interface Page {
  codes: Code[];
  picture: () => Promise<Blob>;
}

/** A file that the reader refuses. The message tells the person what to do. */
export class RefusedFile extends Error {}
