/** Does the work of a command. A failure prints one sentence to standard error and sets the exit code 1. */
export async function sayFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(failureOf(error));
    process.exitCode = 1;
  }
}

/** Returns the message of an error with its causes, because a failed request alone says only "fetch failed". */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${failureOf(error.cause)})`;
}
