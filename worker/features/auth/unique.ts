import { brokenConstraint } from '../../http/constraint.ts';

/** Whether a write failed because a unique index already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return brokenConstraint(error)?.kind === 'unique';
}
