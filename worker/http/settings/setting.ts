import type { Kind } from './kind.ts';

/** A variable or secret of the Worker. `says` is Markdown for docs/operations.md. */
export interface Setting {
  says: string;
  is: Kind;
  /** What it must be on a deployment, if that is less than a local run may use. */
  deployed?: Kind;
}
