import type { Kind } from './kind.ts';

export interface Setting {
  /** Markdown for docs/operations.md. */
  says: string;
  is: Kind;
  /** Set if a deployment allows fewer values than a local run. */
  deployed?: Kind;
}
