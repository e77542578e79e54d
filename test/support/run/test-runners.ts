import { type PlaywrightReport, type Ran, testsOfPlaywright, testsOfVitest, type VitestReport } from './failures.ts';

export interface Tally {
  passed: number;
  failed: number;
  tests: Ran[];
}

export interface Runner {
  name: string;
  command: string[];
  /** After this many minutes without output, the runner is ended and counts as failed. */
  silence: number;
  report: string;
  count: (json: never) => Tally;
}

export const REPORTS = '.artifacts/reports';

function vitest(name: string, { as, args, silence }: { as: string; args: string[]; silence: number }): Runner {
  const report = `${REPORTS}/vitest-${as}.json`;
  return {
    name,
    command: ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    silence,
    report,
    count: (json: VitestReport) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      tests: testsOfVitest(json),
    }),
  };
}

export const UNIT_AND_WEB = vitest('unit and React tests', {
  as: 'unit-and-web',
  args: ['--project=unit', '--project=web'],
  silence: 4,
});

/** One half of the Worker tests, in a process and a runtime of its own. */
export const workerTests = (half: 1 | 2) =>
  vitest(`Worker tests, half ${half} of 2`, {
    as: `worker-${half}`,
    args: ['--project=worker', `--shard=${half}/2`],
    silence: 4,
  });

// The verbose reporter prints a line for each test. The default reporter prints a line for each file, so the runner
// would be silent for too long.
export const HISTORIES = vitest('random histories', {
  as: 'soak',
  args: ['--project=soak', '--reporter=verbose'],
  silence: 6,
});

const USE = 'node test/soak/use.ts --seconds 12 --kills 2 --people 24 --seed 1'.split(' ');

export const SOAK: Runner = {
  name: 'use while the server is killed',
  command: [...USE, '--report', `${REPORTS}/soak.json`],
  silence: 6,
  report: `${REPORTS}/soak.json`,
  count: ({ passed, failed }: Pick<Tally, 'passed' | 'failed'>) => {
    const failure = failed > 0 ? 'The output above says what was lost, doubled or broken.' : undefined;
    return {
      passed,
      failed,
      tests: [{ title: 'use while the server is killed', ms: 0, alone: USE.join(' '), failure }],
    };
  },
};

export const BROWSER: Runner = {
  name: 'browser tests',
  command: ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'],
  silence: 6,
  report: `${REPORTS}/playwright.json`,
  count: (json: PlaywrightReport) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected,
    tests: testsOfPlaywright(json),
  }),
};
