import { expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from './failures.ts';

const tries = (...messages: string[]) => [{ results: messages.map((message) => ({ error: { message } })) }];

test('the end of a whole run names a failed test by its file and says what was wrong', () => {
  const failed = { fullName: 'tickets are sold once', status: 'failed', failureMessages: ['expected 1, got 2\n\n  at settle.ts:3'] };
  const passed = { fullName: 'tickets have a price', status: 'passed', failureMessages: [] };
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [{ name: '/code/test/tickets.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] }],
  };
  expect(failuresOfVitest(report, '/code')).toEqual([
    'test/tickets.test.ts › tickets are sold once\n  expected 1, got 2\n    at settle.ts:3',
  ]);
});

test('a test file that could not be run is named too', () => {
  const file = { name: '/code/test/tickets.test.ts', status: 'failed', message: 'no such import', assertionResults: [] };
  expect(failuresOfVitest({ numPassedTests: 0, numFailedTests: 0, testResults: [file] }, '/code')).toEqual([
    'test/tickets.test.ts\n  no such import',
  ]);
});

test('a browser test is named if its last try failed too, also inside a group of tests', () => {
  const specs = [
    { title: 'a visitor joins', file: 'visitor.spec.ts', line: 3, ok: false, tests: tries('no button', 'no page') },
    { title: 'a visitor leaves', file: 'visitor.spec.ts', line: 9, ok: true, tests: tries('slow') },
  ];
  expect(failuresOfPlaywright({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual([
    'visitor.spec.ts:3 › a visitor joins\n  no button',
  ]);
});
