const KINDS = { UNIQUE: 'unique', CHECK: 'check', 'NOT NULL': 'not_null', 'FOREIGN KEY': 'foreign_key' } as const;

/**
 * `name` is the column of a unique or not-null constraint (`events.slug`, or several with commas), the name of a check
 * or trigger, or empty for a foreign key.
 */
export interface BrokenConstraint {
  kind: (typeof KINDS)[keyof typeof KINDS] | 'trigger';
  name: string;
}

// Matches only at the start. Drizzle wraps D1's error in a message that repeats the query's parameters, and a parameter
// could contain the same text.
const BUILT_IN = /^D1_ERROR: (UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: (?!SQLITE_)([^:]+))?/;
/** Triggers start their message with their name. */
const TRIGGER = /^D1_ERROR: ([a-z_]+): .*: SQLITE_CONSTRAINT/;

/** Reads the error's message, because D1 names the constraint nowhere else. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  if (!(error instanceof Error)) return null;
  const [, kind, name = ''] = BUILT_IN.exec(error.message) ?? [];
  if (kind) return { kind: KINDS[kind as keyof typeof KINDS], name };
  const [, trigger] = TRIGGER.exec(error.message) ?? [];
  return trigger ? { kind: 'trigger', name: trigger } : brokenConstraint(error.cause);
}

export function isUniqueViolation(error: unknown): boolean {
  return brokenConstraint(error)?.kind === 'unique';
}
