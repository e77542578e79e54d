const KINDS = { UNIQUE: 'unique', CHECK: 'check', 'NOT NULL': 'not_null', 'FOREIGN KEY': 'foreign_key' } as const;

/**
 * The constraint that refused a statement. `name` is the column of a unique or not-null constraint (`events.slug`;
 * several are parted by commas), the name of a check or of a trigger, and empty for a foreign key.
 */
export interface BrokenConstraint {
  kind: (typeof KINDS)[keyof typeof KINDS] | 'trigger';
  name: string;
}

// Anchored, because the error that wraps this one repeats the parameters, and they may hold any text.
const BUILT_IN = /^D1_ERROR: (UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?!SQLITE_)([^:]+))?/;
/** The triggers of this database begin their message with their own name. */
const TRIGGER = /^D1_ERROR: ([a-z_]+): .*: SQLITE_CONSTRAINT/;

/**
 * The constraint that caused a database error. Null for any other error. D1 names the constraint only in the message.
 */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  if (!(error instanceof Error)) return null;
  const [, kind, name = ''] = BUILT_IN.exec(error.message) ?? [];
  if (kind) return { kind: KINDS[kind as keyof typeof KINDS], name };
  const [, trigger] = TRIGGER.exec(error.message) ?? [];
  return trigger ? { kind: 'trigger', name: trigger } : brokenConstraint(error.cause);
}

/** Whether a write failed because a unique index already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return brokenConstraint(error)?.kind === 'unique';
}
