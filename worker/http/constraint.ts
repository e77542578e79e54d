const KINDS = { UNIQUE: 'unique', CHECK: 'check', 'NOT NULL': 'not_null', 'FOREIGN KEY': 'foreign_key' } as const;

/**
 * The constraint that refused a statement. `name` is the column of a unique or not-null constraint (`events.slug`; several are parted by
 * commas), the name of a check or of a trigger, and empty for a foreign key.
 */
export interface BrokenConstraint {
  kind: (typeof KINDS)[keyof typeof KINDS] | 'trigger';
  name: string;
}

// Anchored, because the error around it repeats what was sent, which may say anything.
const BUILT_IN = /^D1_ERROR: (UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?!SQLITE_)([^:]+))?/;
/** Our triggers begin their message with their own name. */
const TRIGGER = /^D1_ERROR: ([a-z_]+): .*: SQLITE_CONSTRAINT/;

/** The constraint that an error of the database names, or null where it is another error. D1 names it in the message only. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  if (!(error instanceof Error)) return null;
  const [, kind, name = ''] = BUILT_IN.exec(error.message) ?? [];
  if (kind) return { kind: KINDS[kind as keyof typeof KINDS], name };
  const [, trigger] = TRIGGER.exec(error.message) ?? [];
  return trigger ? { kind: 'trigger', name: trigger } : brokenConstraint(error.cause);
}
