import type { Kind } from './kind.ts';

/** A variable or secret of the Worker. `says` is Markdown for docs/operations.md. */
export interface Setting {
  says: string;
  is: Kind;
  /** The kind on a deployment, if a deployment allows fewer values than a local run. */
  deployed?: Kind;
}
