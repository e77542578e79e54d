import { afterEach, beforeEach, expect, vi } from 'vitest';

// What is logged as an error was not expected by anyone: it fails the test. A test that means it reads the calls and clears them.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
