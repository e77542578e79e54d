import { expect, test } from 'vitest';
import { lastLine } from './last-line.ts';

test('the last line of a command names its faults, and faults make the exit code 1', () => {
  const good = '0 lost, 0 doubled, 0 gaps';
  expect(lastLine('soak', { good, faults: [] })).toEqual({ line: 'soak: 0 lost, 0 doubled, 0 gaps', code: 0 });
  const faults = ['1 promises broken', 'memory grew to 2.10 times its plateau'];
  expect(lastLine('soak', { good, faults })).toEqual({
    line: 'soak failed: 1 promises broken, memory grew to 2.10 times its plateau',
    code: 1,
  });
});
