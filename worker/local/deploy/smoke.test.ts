import { expect, test } from 'vitest';
import { smokeProblems } from './smoke-checks.ts';
import { watch } from './watch.ts';

const SITE = 'https://vouch.test';
const HTML = '<script type="module" src="/assets/index-1.js"></script><div id="root"><main></main></div>';
const ANSWERS: Record<string, [number, string]> = {
  '/api/health': [200, '{"ok":true,"version":"abc"}'],
  '/api/home': [200, '{"events":[]}'],
  '/': [200, HTML],
  '/events': [200, HTML],
  '/auth/v1/.well-known/jwks.json': [200, '{"keys":[{"kty":"EC"}]}'],
  '/api/admin/summary': [401, '{"error":{"code":"auth.required"}}'],
  '/assets/index-1.js': [200, ''],
};
const HEADERS = { 'Content-Security-Policy': "default-src 'self'", 'Cache-Control': 'public, immutable' };

/**
 * Checks a deployment that gives the answers `ANSWERS`; `answers` replaces some of them. `asked` lists the version that
 * each request named.
 */
async function smoke({
  answers = {},
  headers = HEADERS,
}: { answers?: Record<string, [number, string]>; headers?: object } = {}) {
  const asked: unknown[] = [];
  const problems = await smokeProblems({
    site: SITE,
    build: 'abc',
    version: 'vouch-staging="v1"',
    fetch: async (url, init) => {
      asked.push(init.headers['Cloudflare-Workers-Version-Overrides']);
      const { pathname } = new URL(url);
      const all = { ...ANSWERS, ...answers };
      const [status, text] = all[`${init.method} ${pathname}`] ?? all[pathname] ?? [404, ''];
      return new Response(text, { status, headers: { ...headers } });
    },
  });
  return { problems, asked };
}

test('the check of a healthy deployment finds no problem and sends every request to the new version', async () => {
  const { problems, asked } = await smoke();
  expect(problems).toEqual([]);
  expect(asked.length).toBeGreaterThan(6);
  expect(new Set(asked)).toEqual(new Set(['vouch-staging="v1"']));
});

test.each<[string, Record<string, [number, string]>, string]>([
  ['the old version answers', { 'GET /api/health': [200, '{"version":"old"}'] }, '/api/health: it is not version abc'],
  [
    'every write fails',
    { 'POST /api/health': [503, '{"version":"abc","part":"database"}'] },
    'POST /api/health: the database does not answer',
  ],
  ['the Worker is not set up', { '/api/home': [500, '{}'] }, '/api/home: the status is 500 and not 200'],
  ['a page is empty', { '/events': [200, '<div id="root"></div>'] }, '/events: the page is empty'],
  [
    'everybody can open the admin area',
    { '/api/admin/summary': [200, '{}'] },
    '/api/admin/summary: the status is 200 and not 401',
  ],
  [
    'a file of the build is missing',
    { '/assets/index-1.js': [404, ''] },
    '/assets/index-1.js: the status is 404 and not 200',
  ],
  [
    'the list of signing keys is empty',
    { '/auth/v1/.well-known/jwks.json': [200, '{"keys":[]}'] },
    '/auth/v1/.well-known/jwks.json: there is no key',
  ],
])('the check fails if %s', async (_, answers, problem) => {
  const { problems } = await smoke({ answers });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test('a new version passes even while the queue has stopped, because that version may mend the queue', async () => {
  const stuck = '{"ok":false,"version":"abc","part":"queue","message":"The oldest message has waited for 9 minutes."}';
  expect((await smoke({ answers: { '/api/health': [503, stuck] } })).problems).toEqual([]);
});

test('the check fails if answers lack their security headers', async () => {
  const { problems } = await smoke({ headers: {} });
  expect(problems).toContain('/: there is no Content-Security-Policy');
  expect(problems).toContain('/assets/index-1.js: it may not be kept for good');
});

const refuse = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));

test('if the server cannot be reached, the reported problem names the cause', async () => {
  const problems = await smokeProblems({ site: SITE, build: undefined, version: undefined, fetch: refuse });
  expect(problems).toContain('/api/health: fetch failed (connect ECONNREFUSED)');
});

/** Watches a deployment. Each round, ten seconds apart, finds the next list of problems. The last list repeats. */
async function watchRounds(rounds: string[][], seconds: number) {
  let [round, time] = [0, 0];
  const verdict = await watch({
    look: async () => rounds[Math.min(round++, rounds.length - 1)]!,
    pause: async () => void (time += 10_000),
    now: () => time,
    seconds,
  });
  return { verdict, round };
}

test('the check waits for a version that arrives late, and then watches it for the whole time', async () => {
  expect(await watchRounds([['late'], ['late'], []], 60)).toEqual({ verdict: [], round: 7 });
});

test('the check gives up after six bad rounds if no round was good before', async () => {
  expect(await watchRounds([['down']], 60)).toEqual({ verdict: ['down'], round: 6 });
});

test('the check forgives one bad round and fails after two bad rounds in a row', async () => {
  expect(await watchRounds([[], ['blip'], []], 30)).toEqual({ verdict: [], round: 4 });
  expect(await watchRounds([[], ['down']], 30)).toEqual({ verdict: ['down'], round: 3 });
});
