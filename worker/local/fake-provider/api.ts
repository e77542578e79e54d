import { DAY } from '../../contract/time/durations.ts';
import { expireSession } from './checkout.ts';
import type { Core, StoredAnswer } from './core.ts';
import { nested } from './inputs.ts';
import { cancel } from './intents.ts';
import { Refusal } from './refusal.ts';
import { runCall } from './routes.ts';

/** How long an idempotency key is remembered. */
const KEY_MS = DAY;

/** The error of a lost answer, as `fetch` throws it. */
export class LostAnswer extends TypeError {}

type Answer = Pick<StoredAnswer, 'status' | 'text'> & { headers?: Record<string, string> };

/** Awaits `pause` between the check of an idempotency key and the call itself, so that tests can run other calls. */
export function makeApi(
  core: Core,
  { apiKey, pause }: { apiKey: string; pause: () => Promise<unknown> },
): (request: Request) => Promise<Response> {
  const running = new Set<string>();

  return async (request) => {
    const { pathname: path, searchParams } = new URL(request.url);
    const { method, headers } = request;
    // The Workers runtime treats forms as bytes and would warn about `text()`.
    const text = new TextDecoder().decode(await request.arrayBuffer());
    const run = () => answerOf(() => runCall(core, { method, path, input: inputOf({ path, text, searchParams }) }));
    const key = method === 'POST' ? headers.get('Idempotency-Key') : null;
    const answer =
      headers.get('Authorization') === `Bearer ${apiKey}`
        ? await failing(() => withKey({ key, request: `${method} ${path} ${text}` }, run))
        : noKey();
    if (answer.status < 500 && core.happens(core.faults.lostAnswer))
      throw new LostAnswer('The connection was lost before the answer.');
    const own = {
      'Content-Type': 'application/json',
      'Request-Id': core.makeId('req'),
      ...(key === null ? {} : { 'Idempotency-Key': key }),
    };
    return new Response(answer.text, { status: answer.status, headers: { ...own, ...answer.headers } });
  };

  async function failing(call: () => Promise<Answer>): Promise<Answer> {
    if (core.happens(core.faults.serverError))
      return refused(new Refusal('The service is not available.', { status: 503, type: 'api_error' }));
    endWhatIsDue(core);
    forgetKeys(core);
    return call();
  }

  async function withKey(
    { key, request }: { key: string | null; request: string },
    run: () => Answer,
  ): Promise<Answer> {
    if (key === null) {
      await pause();
      return run();
    }
    const stored = core.state.answers.get(key);
    if (stored && stored.request !== request) return refused(otherParameters(key));
    if (stored) return { ...stored, headers: { 'Idempotent-Replayed': 'true' } };
    if (running.has(key)) return refused(stillRunning(key));
    running.add(key);
    try {
      await pause();
      const answer = core.happens(core.faults.storedError) ? brokenAnswer(run) : run();
      core.state.answers.set(key, { request, status: answer.status, text: answer.text, at: core.now() });
      return answer;
    } finally {
      running.delete(key);
    }
  }

  function brokenAnswer(run: () => Answer): Answer {
    const answer = core.happens(0.5) ? run() : null;
    if (answer && answer.status >= 400) return answer;
    return refused(new Refusal('An unknown error occurred.', { status: 500, type: 'api_error' }));
  }
}

export function endWhatIsDue(core: Core): void {
  for (const [id, at] of core.state.deadlines) {
    if (at > core.seconds()) continue;
    if (core.state.sessions.has(id)) expireSession(core, id);
    else cancel(core, id);
  }
}

/** The oldest keys come first in the map. */
function forgetKeys({ state, now }: Core): void {
  for (const [key, { at }] of state.answers) {
    if (at > now() - KEY_MS) return;
    state.answers.delete(key);
  }
}

function answerOf(run: () => object): Answer {
  try {
    return { status: 200, text: JSON.stringify(run()) };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

const refused = ({ status, body }: Refusal): Answer => ({ status, text: JSON.stringify(body) });

const noKey = () => refused(new Refusal('Invalid API Key provided.', { status: 401 }));

const otherParameters = (key: string) =>
  new Refusal(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. (${key})`,
    { type: 'idempotency_error' },
  );

const stillRunning = (key: string) =>
  new Refusal(`There is currently another in-progress request using this idempotency key (${key}).`, {
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  });

function inputOf({ path, text, searchParams }: { path: string; text: string; searchParams: URLSearchParams }): unknown {
  if (!text) return nested(searchParams);
  if (!path.startsWith('/v2/')) return nested(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('The request body is not valid JSON.');
  }
}
