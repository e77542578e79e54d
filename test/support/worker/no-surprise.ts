import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

/** The error log of the running test. */
let errorLog: MockInstance<typeof console.error>;

// A test fails if an unexpected error is logged.
beforeEach(() => {
  errorLog = vi.spyOn(console, 'error');
  // Every refused call is logged, and tests refuse thousands.
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Returns the error lines that the test expects, and empties the log. */
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
