import { textOf } from '../../../admin-ui/text-of.ts';

/** One changed field, before and after. */
export interface Change {
  field: string;
  before: string;
  after: string;
}

type Touched = Record<string, unknown> | null;

/** The fields in which before and after differ. An entry that was created or removed lists all of its fields. */
export function changesOf({ before, after }: { before: Touched; after: Touched }): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}
