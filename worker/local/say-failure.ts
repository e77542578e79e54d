/** Does the work of a command. A failure is one sentence on standard error, and the exit code 1. */
export async function sayFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(failureOf(error));
    process.exitCode = 1;
  }
}

/** What went wrong, with its causes: a failed request says no more than "fetch failed" itself. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${failureOf(error.cause)})`;
}
