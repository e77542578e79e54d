/** Does the work of a command. A failure is one sentence on standard error, and the exit code 1. */
export async function sayFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
