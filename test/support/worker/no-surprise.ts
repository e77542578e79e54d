import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

/** The error log of the running test. */
let errorLog: MockInstance<typeof console.error>;

// What is logged as an error was not expected by anyone: it fails the test.
beforeEach(() => {
  errorLog = vi.spyOn(console, 'error');
});

/** The error lines that the test meant to cause; the log is empty after. */
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
