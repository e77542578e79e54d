import { expect, test } from 'vitest';
import { testsOfPlaywright, testsOfVitest } from './failures.ts';

const result = (duration: number, message?: string) => ({ duration, ...(message ? { error: { message } } : {}) });

test('the summary names a failed test with its file, its error and the command that runs it alone', () => {
  const failed = {
    fullName: "tickets aren't sold twice (ever)",
    status: 'failed',
    duration: 40,
    failureMessages: ['expected 1, got 2\n\n  at settle.ts:3'],
  };
  const passed = { fullName: 'tickets have a price', status: 'passed', duration: 2, failureMessages: [] };
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: '/code/test/tickets.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
    ],
  };
  expect(testsOfVitest(report, '/code')).toEqual([
    {
      title: "test/tickets.test.ts › tickets aren't sold twice (ever)",
      ms: 40,
      alone: String.raw`npx vitest run test/tickets.test.ts -t 'tickets aren'\''t sold twice \(ever\)'`,
      failure: 'expected 1, got 2\n  at settle.ts:3',
    },
    {
      title: 'test/tickets.test.ts › tickets have a price',
      ms: 2,
      alone: "npx vitest run test/tickets.test.ts -t 'tickets have a price'",
      failure: undefined,
    },
  ]);
});

test('the summary names a test file that could not run', () => {
  const file = {
    name: '/code/test/tickets.test.ts',
    status: 'failed',
    message: 'no such import',
    assertionResults: [],
  };
  expect(testsOfVitest({ numPassedTests: 0, numFailedTests: 0, testResults: [file] }, '/code')).toEqual([
    { title: 'test/tickets.test.ts', ms: 0, alone: 'npx vitest run test/tickets.test.ts', failure: 'no such import' },
  ]);
});

test('the summary names a failed browser test with its line, even inside a group of tests', () => {
  const specs = [
    {
      title: 'a visitor joins',
      file: 'visitor.spec.ts',
      line: 3,
      ok: false,
      tests: [{ results: [result(900, 'no button')] }],
    },
    { title: 'a visitor leaves', file: 'visitor.spec.ts', line: 9, ok: true, tests: [{ results: [result(300)] }] },
  ];
  expect(testsOfPlaywright({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual([
    {
      title: 'visitor.spec.ts:3 › a visitor joins',
      ms: 900,
      alone: 'npm run test:e2e -- visitor.spec.ts:3',
      failure: 'no button',
    },
    {
      title: 'visitor.spec.ts:9 › a visitor leaves',
      ms: 300,
      alone: 'npm run test:e2e -- visitor.spec.ts:9',
      failure: undefined,
    },
  ]);
});
