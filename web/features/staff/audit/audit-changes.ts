import { textOf } from '../../../admin-ui/text-of.ts';

export interface Change {
  field: string;
  before: string;
  after: string;
}

type Touched = Record<string, unknown> | null;

/** Returns the fields that an action changed. If it created or removed something, these are all non-empty fields. */
export function changesOf({ before, after }: { before: Touched; after: Touched }): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}
