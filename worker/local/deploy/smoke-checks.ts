type Fetch = (url: string, init: { headers: Record<string, string>; redirect: 'manual' }) => Promise<Response>;

/**
 * A deployment as its checks see it. `version` asks one version of the Worker, in the words of the header that does so.
 */
export interface Deployed {
  site: string;
  build?: string | undefined;
  version?: string | undefined;
  fetch: Fetch;
}

interface Check {
  path: string;
  status: number;
  /** What is wrong with the answer's text, or null. */
  judge: (text: string, deployed: Deployed) => string | null;
}

const unless = (isRight: boolean, sentence: string): string | null => (isRight ? null : sentence);
const page = (text: string): string | null => unless(/<div id="root">\s*<[a-z]/.test(text), 'the page is empty');

const CHECKS: Check[] = [
  {
    path: '/api/health',
    status: 200,
    judge: (text, { build }) =>
      unless(
        build === undefined || text.includes(`"version":"${build}"`),
        `it is not version ${build}, but says ${text}`,
      ),
  },
  { path: '/api/home', status: 200, judge: (text) => unless(text.startsWith('{'), 'it is no JSON') },
  { path: '/', status: 200, judge: page },
  { path: '/events', status: 200, judge: page },
  {
    path: '/auth/v1/.well-known/jwks.json',
    status: 200,
    judge: (text) => unless(text.includes('"kty"'), 'there is no key'),
  },
  {
    path: '/api/admin/summary',
    status: 401,
    judge: (text) => unless(text.includes('"error"'), 'the refusal has no code'),
  },
];

/** What does not answer as it should, as sentences that begin with the path. */
export async function smokeProblems(deployed: Deployed): Promise<string[]> {
  const problems = await Promise.all(CHECKS.map((check) => problemOf(check, deployed)));
  return [...problems.flat(), ...(await assetProblems(deployed))];
}

async function problemOf({ path, status, judge }: Check, deployed: Deployed): Promise<string[]> {
  try {
    const answer = await ask(path, deployed);
    const text = await answer.text();
    if (answer.status !== status) return [`${path}: the status is ${answer.status} and not ${status}`];
    if (!answer.headers.get('Content-Security-Policy')) return [`${path}: there is no Content-Security-Policy`];
    const problem = judge(text, deployed);
    return problem === null ? [] : [`${path}: ${problem}`];
  } catch (error) {
    return [`${path}: ${reasonOf(error)}`];
  }
}

/** The script that the first page names is there, and may be kept for good. */
async function assetProblems(deployed: Deployed): Promise<string[]> {
  try {
    const [, path] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await ask('/', deployed)).text()) ?? [];
    if (path === undefined) return ['/: it names no script'];
    const { status, headers } = await ask(path, deployed);
    if (status !== 200) return [`${path}: the status is ${status} and not 200`];
    return headers.get('Cache-Control')?.includes('immutable') ? [] : [`${path}: it may not be kept for good`];
  } catch (error) {
    return [`/assets: ${reasonOf(error)}`];
  }
}

function ask(path: string, { site, version, fetch }: Deployed): Promise<Response> {
  const headers: Record<string, string> = version ? { 'Cloudflare-Workers-Version-Overrides': version } : {};
  return fetch(new URL(path, site).href, { headers, redirect: 'manual' });
}

/**
 * The message of an error and of its cause: `fetch failed` alone does not say whether a name is unknown or a server
 * down.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
