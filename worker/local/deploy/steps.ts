import type { Environment } from '../settings/environments.ts';
import type { Phases } from './migration-phases.ts';

/** One command of a deployment. `name` says what it is for. */
export interface DeployStep {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** The build of an environment, and the database of it that has only the migrations that add. */
export const BUILT = 'dist/vouch/wrangler.json';
export const EXPAND = 'dist/deploy/wrangler.json';
/** The parts of the requests that the new Worker answers, one after the other, in percent. */
export const SHARES = [10, 50, 100] as const;
/** How long each part is watched, in seconds. */
const WATCH_S = '60';

/** The words of a command, and arguments that are one word each however they look. */
const words = (text: string, ...more: string[]): string[] => [...text.split(' '), ...more];

const wrangler = (name: string, args: string[], config = BUILT): DeployStep => ({
  name,
  command: 'wrangler',
  args: [...args, '-c', config],
});

export interface Wanted {
  environment: Environment;
  /** The address that people open. */
  site: string;
  /** The version that the new Worker says it is. */
  build: string;
  /**
   * A file of `NAME=value` lines. The first deployment needs one, because a Worker that does not exist keeps no
   * secrets.
   */
  secretsFile?: string | undefined;
}

/** What runs on this machine and needs no network: a rehearsal runs these, and a deployment runs them first. */
export const prepareSteps = ({ environment }: Pick<Wanted, 'environment'>): DeployStep[] => [
  { name: 'check the sources', command: 'node', args: ['test/support/run/check.ts'] },
  {
    name: `build for ${environment}, with source maps`,
    command: 'vite',
    args: ['build', '--logLevel', 'warn'],
    env: { CLOUDFLARE_ENV: environment },
  },
  { name: 'check the variables', command: 'node', args: ['worker/local/check-deploy.ts', '--env', environment] },
  wrangler('rehearse the upload', words('versions upload --dry-run --outdir dist/deploy/upload')),
];

/** What is read from the account before anything changes there. */
export const LOOK = {
  committed: {
    name: 'see that everything is committed',
    command: 'git',
    args: ['diff-index', '--quiet', 'HEAD', '--'],
  },
  running: wrangler('read which version answers', words('deployments status --json')),
  listed: wrangler('see that the database answers', words('d1 migrations list DB --remote')),
  applied: wrangler(
    'read which migrations the database has',
    words('d1 execute DB --remote --json --command', 'SELECT name FROM d1_migrations'),
  ),
  bookmark: wrangler('note the point in time to which the database can go back', words('d1 time-travel info DB')),
} satisfies Record<string, DeployStep>;

export const expandStep = ({ expand }: Phases): DeployStep =>
  wrangler(`apply ${expand.length} migrations that add`, words('d1 migrations apply DB --remote'), EXPAND);

export const contractStep = ({ contract }: Phases): DeployStep =>
  wrangler(`apply ${contract.length} migrations that remove`, words('d1 migrations apply DB --remote'));

/** The upload changes nothing that people see. */
export const uploadStep = ({ build }: Pick<Wanted, 'build'>): DeployStep =>
  wrangler('upload the new version', words(`versions upload --tag ${build.slice(0, 25)} --message`, build));

/** The first deployment has nothing to share its requests with, and nothing to go back to. */
export const firstStep = ({ secretsFile }: Wanted): DeployStep =>
  wrangler('deploy for the first time', ['deploy', ...(secretsFile ? ['--secrets-file', secretsFile] : [])]);

/** The new version answers one part of the requests after the other, and each part is watched. */
export const rolloutSteps = (wanted: Wanted, { before, after }: { before: string; after: string }): DeployStep[] => [
  ...SHARES.flatMap((share) => [
    wrangler(
      `give the new version ${share} % of the requests`,
      words(
        `versions deploy ${after}@${share}%${share < 100 ? ` ${before}@${100 - share}%` : ''} --yes --message`,
        wanted.build,
      ),
    ),
    smokeStep(wanted, after),
  ]),
  wrangler('set the routes, the cron and the queues', words('triggers deploy')),
];

/** Asks the new version itself, whatever part of the requests it has. */
export const smokeStep = ({ environment, site, build }: Wanted, version?: string): DeployStep => ({
  name: `see that it answers, for ${WATCH_S} seconds`,
  command: 'node',
  args: words(
    `worker/local/smoke.ts ${site} --seconds ${WATCH_S} --build ${build}`,
    ...(version ? ['--version', `vouch-${environment}="${version}"`] : []),
  ),
});

export const rollBackStep = ({ build }: Wanted, before: string): DeployStep =>
  wrangler(
    'go back to the version before',
    words(`versions deploy ${before}@100% --yes --message`, `back from ${build}`),
  );
