/** The fields that we read from the JSON report of Vitest. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[];
  }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

/** A test in the summary of a whole run: its title, its time in ms, and the command that runs it alone. */
export interface Ran {
  title: string;
  ms: number;
  alone: string;
  /** The first lines of the error. Undefined if the test passed. */
  failure: string | undefined;
}

const LINES_OF_A_MESSAGE = 12;

/** Returns the tests in a Vitest report. A file that could not run counts as one failed test. */
export function testsOfVitest(report: VitestReport, root = process.cwd()): Ran[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const alone = `npx vitest run ${file}`;
    if (assertionResults.length === 0 && status === 'failed')
      return [{ title: file, ms: 0, alone, failure: begin(message) }];
    return assertionResults.map((result) => ({
      title: `${file} › ${result.fullName}`,
      ms: result.duration ?? 0,
      alone: `${alone} -t ${quoted(result.fullName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))}`,
      failure: result.status === 'failed' ? begin(result.failureMessages.join('\n')) : undefined,
    }));
  });
}

export function testsOfPlaywright({ suites }: Pick<PlaywrightReport, 'suites'>): Ran[] {
  return suites.flatMap((suite) => [
    ...suite.specs.map(({ title, file, line, ok, tests }) => {
      const results = tests.flatMap((each) => each.results);
      return {
        title: `${file}:${line} › ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        alone: `npm run test:e2e -- ${file}:${line}`,
        failure: ok ? undefined : begin(results.map(({ error }) => error?.message ?? '').find(Boolean) ?? ''),
      };
    }),
    ...testsOfPlaywright({ suites: suite.suites ?? [] }),
  ]);
}

const begin = (message: string) =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_OF_A_MESSAGE)
    .join('\n');

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
