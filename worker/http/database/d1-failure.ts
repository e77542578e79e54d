/** A failure of the platform, in contrast to an error in SQL. */
interface D1Failure {
  /** The call may have run, even though it failed. */
  may_have_run: boolean;
  is_brief: boolean;
}

const NEVER_RAN: D1Failure = { may_have_run: false, is_brief: true };
const LOST: D1Failure = { may_have_run: true, is_brief: true };
/** A repeat would add to the load. */
const OVERLOADED: D1Failure = { may_have_run: false, is_brief: false };
/** A repeat would end in the same way. */
const TOO_HEAVY: D1Failure = { may_have_run: true, is_brief: false };

/** The beginnings of messages that D1 documents, and of some that the runtime itself makes. */
const MESSAGES: readonly [begins: string, failure: D1Failure][] = [
  ['Cannot resolve D1 DB due to transient issue', NEVER_RAN],
  ['Internal error while starting up D1 DB storage', NEVER_RAN],
  ['D1 DB is overloaded.', OVERLOADED],
  ['Network connection lost', LOST],
  ['Replica disconnected from primary', LOST],
  ['D1 DB reset because its code was updated', LOST],
  ['Internal error in D1 DB storage caused object to be reset', LOST],
  ["Can't read from request stream because client disconnected", LOST],
  ['Failed to parse body as JSON', LOST],
  ['internal error', LOST],
  ['D1 DB storage operation exceeded timeout', TOO_HEAVY],
  ["D1 DB's isolate exceeded its memory limit", TOO_HEAVY],
  ['D1 DB exceeded its CPU time limit', TOO_HEAVY],
];

export class TooLate extends Error {}

/** Returns null for any error that the platform did not cause, such as an error in SQL. */
export function d1Failure(error: unknown): D1Failure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof TooLate) return TOO_HEAVY;
  if ('overloaded' in error && error.overloaded === true) return OVERLOADED;
  if ('retryable' in error && error.retryable === true) return LOST;
  const message = error.message.replace(/^(?:D1_ERROR: )?(?:Error: )?/, '');
  const [, failure] = MESSAGES.find(([begins]) => message.startsWith(begins)) ?? [];
  return failure ?? d1Failure(error.cause);
}
