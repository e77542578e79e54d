import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../context.ts';
import { notSetUp } from '../answers/errors.ts';
import { log } from '../log.ts';
import { isLocalRun } from './place.ts';

const logged = new Set<string>();
/** Cached, because `check` is slow and settings do not change while the Worker runs. The inner key is `isLocal`. */
const checked = new WeakMap<Env, Map<boolean, Promise<string[]>>>();

/** Responds to every request with a 500 until the Worker is set up for the host. Logs each reason once. */
export const refuseUnlessSetUp = createMiddleware<AppEnv>(async (c, next) => {
  const problems = await problemsOf(c.env, new URL(c.req.url).hostname);
  if (problems.length === 0) return next();
  const sentence = problems.join(' ');
  if (!logged.has(sentence)) log('error', 'not set up', { problems });
  logged.add(sentence);
  throw notSetUp(sentence);
});

function problemsOf(env: Env, host: string): Promise<string[]> {
  const known = checked.get(env) ?? new Map<boolean, Promise<string[]>>();
  checked.set(env, known);
  const isLocal = isLocalRun(env.SITE_URL, host);
  const problems = known.get(isLocal) ?? check(env, host);
  known.set(isLocal, problems);
  // After a failure, the next request checks again.
  problems.catch(() => known.delete(isLocal));
  return problems;
}

const load = () => Promise.all([import('./settings.ts'), import('./names.ts')]);
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Loads the schema on demand, to keep the Worker's startup small. */
async function check(env: Env, host: string): Promise<string[]> {
  const [{ settingsProblems }, { NAMES }] = (loaded ??= await load());
  const texts = Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const missing = NAMES.map((name) => [name, ''] as const);
  const problems = await settingsProblems({ ...Object.fromEntries(missing), ...Object.fromEntries(texts) }, host);
  return env.MAIL ? problems : [...problems, 'MAIL is not bound. Give the Worker its send_email binding.'];
}
