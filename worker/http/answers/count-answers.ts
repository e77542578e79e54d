import { BUILD_ID } from '../build.ts';
import { log, traceOf } from '../log.ts';
import { noteAnswer } from './traffic.ts';

type Answer = (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;

/** The least time between two calls of `store`, in ms. */
const STORE_MS = 20_000;
const PROBE = '/api/health';

let storedAt = 0;

export const countAnswers =
  (answer: Answer, store: (env: Env) => Promise<void>): Answer =>
  async (request, env, ctx) => {
    if (new URL(request.url).pathname === PROBE) return answer(request, env, ctx);
    const began = performance.now();
    const note = (status: number) => noteAnswer({ status, ms: performance.now() - began, now: Date.now() });
    try {
      const answered = await answer(request, env, ctx);
      note(answered.status);
      return answered;
    } catch (error) {
      note(500);
      throw error;
    } finally {
      if (isStoreDue()) ctx.waitUntil(store(env).catch(waitLonger));
    }
  };

/** Always false in unbuilt code, such as in tests. */
function isStoreDue(): boolean {
  const now = Date.now();
  if (BUILD_ID === 'unbuilt' || now - storedAt < STORE_MS) return false;
  storedAt = now;
  return true;
}

const waitLonger = (error: unknown) => log('warn', 'the traffic is stored later', { error: traceOf(error) });
