type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'manual' },
) => Promise<Response>;

/** The deployment to check. `version` is the value of the header that sends requests to one version of the Worker. */
export interface Deployed {
  site: string;
  build?: string | undefined;
  version?: string | undefined;
  fetch: Fetch;
}

interface Check {
  path: string;
  method?: 'GET' | 'POST';
  status: number;
  /** Another status that is accepted. */
  orStatus?: number;
  /** Returns what is wrong with the text of the answer, or null. */
  judge: (text: string, deployed: Deployed) => string | null;
}

const unless = (isRight: boolean, sentence: string): string | null => (isRight ? null : sentence);
const includes = (part: string, sentence: string) => (text: string) => unless(text.includes(part), sentence);
const page = (text: string): string | null => unless(/<div id="root">\s*<[a-z]/.test(text), 'the page is empty');

/** A queue or a cron job that has stopped does not fail the check, because the new version may mend it. */
const health = (text: string, { build }: Deployed): string | null =>
  unless(!text.includes('"part":"database"'), 'the database does not answer') ??
  unless(build === undefined || text.includes(`"version":"${build}"`), `it is not version ${build}, but says ${text}`);

const CHECKS: Check[] = [
  { path: '/api/health', status: 200, orStatus: 503, judge: health },
  { path: '/api/health', method: 'POST', status: 200, orStatus: 503, judge: health },
  { path: '/api/home', status: 200, judge: (text) => unless(text.startsWith('{'), 'it is no JSON') },
  { path: '/', status: 200, judge: page },
  { path: '/events', status: 200, judge: page },
  { path: '/auth/v1/.well-known/jwks.json', status: 200, judge: includes('"kty"', 'there is no key') },
  { path: '/api/admin/summary', status: 401, judge: includes('"error"', 'the refusal has no code') },
];

/** Returns problems as sentences that begin with the path. */
export async function smokeProblems(deployed: Deployed): Promise<string[]> {
  const problems = await Promise.all(CHECKS.map((check) => problemOf(check, deployed)));
  return [...problems.flat(), ...(await assetProblems(deployed))];
}

async function problemOf(
  { path, method = 'GET', status, orStatus = status, judge }: Check,
  deployed: Deployed,
): Promise<string[]> {
  const name = method === 'GET' ? path : `${method} ${path}`;
  try {
    const answer = await ask(path, deployed, method);
    const text = await answer.text();
    if (![status, orStatus].includes(answer.status))
      return [`${name}: the status is ${answer.status} and not ${status}`];
    if (!answer.headers.get('Content-Security-Policy')) return [`${name}: there is no Content-Security-Policy`];
    const problem = judge(text, deployed);
    return problem === null ? [] : [`${name}: ${problem}`];
  } catch (error) {
    return [`${name}: ${reasonOf(error)}`];
  }
}

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

function ask(path: string, { site, version, fetch }: Deployed, method = 'GET'): Promise<Response> {
  const headers: Record<string, string> = version ? { 'Cloudflare-Workers-Version-Overrides': version } : {};
  return fetch(new URL(path, site).href, { method, headers, redirect: 'manual' });
}

/** Returns the message of an error and of its cause, because `fetch failed` alone does not say what failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
