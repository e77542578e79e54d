import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

/** The error log of the running test. A test that means an error reads `errorLog.mock.calls` and clears them. */
export let errorLog: MockInstance<typeof console.error>;

// What is logged as an error was not expected by anyone: it fails the test.
beforeEach(() => {
  errorLog = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...errorLog.mock.calls];
  errorLog.mockRestore();
  if (calls.length > 0) throw new Error(`console.error was called: ${calls.map((call) => call.join(' ')).join('\n')}`);
});
