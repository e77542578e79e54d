/** What is read of the JSON report of Vitest. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** What is read of the JSON report of Playwright. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

const LINES_OF_A_MESSAGE = 12;

/** The tests that failed in a report of Vitest, each with the first lines of its message; a file that could not be run counts as one. */
export function failuresOfVitest(report: VitestReport, root = process.cwd()): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [describe(file, message)];
    return failed.map(({ fullName, failureMessages }) => describe(`${file} › ${fullName}`, failureMessages.join('\n')));
  });
}

/** The tests that failed on their last try in a report of Playwright, each with the first lines of its first message. */
export function failuresOfPlaywright({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => {
        const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
        return describe(`${file}:${line} › ${title}`, errors.find(Boolean) ?? '');
      }),
    ...failuresOfPlaywright({ suites: suite.suites ?? [] }),
  ]);
}

function describe(title: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, LINES_OF_A_MESSAGE).map((line) => `  ${line}`)].join('\n');
}
