import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

/** Replaces the error log for the running test. */
let errorLog: MockInstance<typeof console.error>;

// A test fails if an unexpected error is logged.
beforeEach(() => {
  errorLog = vi.spyOn(console, 'error');
  // Refused calls are logged, and tests cause thousands of them.
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Returns the errors that the test caused on purpose, and empties the log. */
export function meantErrors(): string[] {
  const lines = errorLog.mock.calls.map((call) => call.join(' '));
  errorLog.mockClear();
  return lines;
}

afterEach(() => {
  const calls = [...errorLog.mock.calls];
  errorLog.mockRestore();
  if (calls.length > 0) throw new Error(`console.error was called: ${calls.map((call) => call.join(' ')).join('\n')}`);
});
