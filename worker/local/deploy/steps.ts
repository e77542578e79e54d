import { TRAFFIC_BY_VERSION, worseThanBefore } from './compare-versions.ts';
import type { Environment } from '../settings/environments.ts';
import type { Phases } from './migration-phases.ts';

export interface DeployStep {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** The command is ended after this time, with everything that it started. */
  seconds: number;
  /** Returns what is wrong with the output of a command that succeeded, or null. */
  judge?: (output: string) => string | null;
}

/** Configurations for Wrangler. `EXPAND` has only the database and the migrations that remove nothing. */
export const BUILT = 'dist/vouch/wrangler.json';
export const EXPAND = 'dist/deploy/wrangler.json';
/** The share of requests that the new Worker answers in each part of the rollout, in percent. */
const SHARES = [10, 50, 100] as const;
const WATCH_S = 60;
/**
 * Time limits of commands, in seconds. `change` is for migrations and uploads. `answers` is added to `WATCH_S` for the
 * command that watches the new version.
 */
const LIMIT_S = { call: 120, change: 900, sources: 1800, answers: 180 } as const;

/** Splits a command into words. Each of `more` stays one word. */
const words = (text: string, ...more: string[]): string[] => [...text.split(' '), ...more];

export const wrangler = (name: string, args: string[], config = BUILT): DeployStep => ({
  name,
  command: 'wrangler',
  args: [...args, '-c', config],
  seconds: args.includes('apply') || args.includes('upload') || args[0] === 'deploy' ? LIMIT_S.change : LIMIT_S.call,
});

const secretsOf = (file: string | undefined): string[] => (file ? ['--secrets-file', file] : []);

export interface Wanted {
  environment: Environment;
  site: string;
  build: string;
  /** A file of `NAME=value` lines. The first deployment needs all secrets, because none are stored yet. */
  secretsFile?: string | undefined;
}

/** Steps that need no network. A rehearsal runs only these; a deployment runs them first. */
export const prepareSteps = ({ environment, secretsFile }: Wanted): DeployStep[] => [
  { name: 'check the sources', command: 'node', args: ['test/support/run/check.ts'], seconds: LIMIT_S.sources },
  {
    name: `build for ${environment}, with source maps`,
    command: 'vite',
    args: ['build', '--logLevel', 'warn'],
    env: { CLOUDFLARE_ENV: environment },
    seconds: LIMIT_S.sources,
  },
  {
    name: secretsFile ? 'check the variables and secrets' : 'check the variables',
    command: 'node',
    args: ['worker/local/check-deploy.ts', '--env', environment, ...(secretsFile ? ['--secrets', secretsFile] : [])],
    seconds: LIMIT_S.call,
  },
  wrangler('rehearse the upload', words('versions upload --dry-run --outdir dist/deploy/upload')),
];

export const LOOK = {
  committed: {
    name: 'check that everything is committed',
    command: 'git',
    args: ['diff-index', '--quiet', 'HEAD', '--'],
    seconds: LIMIT_S.call,
  },
  running: wrangler('read which version answers', words('deployments status --json')),
  listed: wrangler('check that the database answers', words('d1 migrations list DB --remote')),
  applied: wrangler(
    'read which migrations the database has',
    words('d1 execute DB --remote --json --command', 'SELECT name FROM d1_migrations'),
  ),
  bookmark: wrangler('print the bookmark to which the database can go back', words('d1 time-travel info DB')),
} satisfies Record<string, DeployStep>;

export const expandStep = ({ expand }: Phases): DeployStep =>
  wrangler(`apply ${expand.length} migrations that add`, words('d1 migrations apply DB --remote'), EXPAND);

export const contractStep = ({ contract }: Phases): DeployStep =>
  wrangler(`apply ${contract.length} migrations that remove`, words('d1 migrations apply DB --remote'));

/** Secrets that the file lacks stay as they are. */
export const uploadStep = ({ build, secretsFile }: Wanted): DeployStep =>
  wrangler('upload the new version', [
    ...words(`versions upload --tag ${build.slice(0, 25)} --message`, build),
    ...secretsOf(secretsFile),
  ]);

/** The first deployment gets all requests at once, because there is no older version. */
export const firstStep = ({ secretsFile }: Wanted): DeployStep =>
  wrangler('deploy for the first time', ['deploy', ...secretsOf(secretsFile)]);

export const rolloutSteps = (wanted: Wanted, { before, after }: { before: string; after: string }): DeployStep[] => [
  ...SHARES.flatMap((share) => {
    const shares = share < 100 ? `${after}@${share}% ${before}@${100 - share}%` : `${after}@100%`;
    const args = words(`versions deploy ${shares} --yes --message`, wanted.build);
    return [
      wrangler(`give the new version ${share} % of the requests`, args),
      smokeStep(wanted, after),
      compareStep(wanted),
    ];
  }),
  wrangler('set the routes, the cron and the queues', words('triggers deploy')),
];

const compareStep = ({ build }: Wanted): DeployStep => ({
  ...wrangler(
    'compare the errors of both versions',
    words('d1 execute DB --remote --json --command', TRAFFIC_BY_VERSION),
  ),
  judge: (output) => worseThanBefore(output, build),
});

/** With `version`, sends the checks to that version, even while most requests go to the previous one. */
export const smokeStep = ({ environment, site, build }: Wanted, version?: string): DeployStep => ({
  name: `check that it answers, for ${WATCH_S} seconds`,
  command: 'node',
  args: words(
    `worker/local/smoke.ts ${site} --seconds ${WATCH_S} --build ${build}`,
    ...(version ? ['--version', `vouch-${environment}="${version}"`] : []),
  ),
  seconds: WATCH_S + LIMIT_S.answers,
});

export const rollBackStep = ({ build }: Wanted, before: string): DeployStep =>
  wrangler(
    'go back to the previous version',
    words(`versions deploy ${before}@100% --yes --message`, `back from ${build}`),
  );
