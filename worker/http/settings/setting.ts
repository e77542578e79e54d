import type { Kind } from './kind.ts';

/** `says` is Markdown for docs/operations.md. */
export interface Setting {
  says: string;
  is: Kind;
  /** Set if a deployment allows fewer values than a local run. */
  deployed?: Kind;
}
