import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

const RESET = 'Application called deleteAllDurableObjects().';

/** Rejections that nobody handled since the last test. Kept globally: every test file loads this module again. */
const shared = globalThis as typeof globalThis & { strayRejections?: unknown[] };
if (!shared.strayRejections) {
  const stray: unknown[] = (shared.strayRejections = []);
  // Vitest's own listener does nothing while another listener exists, so this one replaces it. Vitest's listener would
  // send the error through the connection of the running test file. If the request that caused the error has ended,
  // the sending would never finish.
  process.on('unhandledRejection', (reason: unknown) => {
    // Each test file begins without rooms. If a request of the previous file still runs, it loses its room and fails
    // with `RESET`.
    if (!(reason instanceof Error && reason.message === RESET)) stray.push(reason);
  });
}

let errorLog: MockInstance<typeof console.error>;

beforeEach(() => {
  errorLog = vi.spyOn(console, 'error');
  // Refused calls are logged, and tests cause thousands of them.
  vi.spyOn(console, 'info').mockReturnValue();
});

export function meantErrors(): string[] {
  const lines = errorLog.mock.calls.map((call) => call.join(' '));
  errorLog.mockClear();
  return lines;
}

afterEach(() => {
  const calls = [...errorLog.mock.calls];
  errorLog.mockRestore();
  const stray = shared.strayRejections!.splice(0);
  if (stray.length > 0) throw new AggregateError(stray, `A rejection was not handled: ${stray.map(String).join('\n')}`);
  if (calls.length > 0) throw new Error(`console.error was called: ${calls.map((call) => call.join(' ')).join('\n')}`);
});
