import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { log } from '../../../../http/log.ts';
import { clientAddress } from '../../../../http/answers/request.ts';
import { refuseUnlessService } from '../sessions/service-key.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { AuthError, refuse } from '../base/errors.ts';
import { authBody, optionalText } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';

/** A request may take ten seconds, so there is time for two tries. */
const TIMEOUT_MS = 3000;
const TRIES = 2;
/** The only path that reads `grant_type`. */
const TOKEN_PATH = '/auth/v1/token';
/** These grants skip the captcha, because they need a refresh token, a flow's code, or a provider's token. */
const FREE_GRANTS = new Set(['refresh_token', 'pkce', 'id_token']);

const CaptchaField = v.object({ gotrue_meta_security: v.nullish(v.object({ captcha_token: optionalText(2048) })) });
const Verdict = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });
type Verdict = v.InferOutput<typeof Verdict>;

/**
 * Refuses a request unless Turnstile accepts its token. Also refuses it if Turnstile does not respond. Exempts
 * `FREE_GRANTS` and the service key. Does nothing if `TURNSTILE_SECRET` is empty.
 */
export const requireCaptcha = createMiddleware<AuthEnv>(async (c, next) => {
  // Other paths ignore `grant_type`, so it must not exempt requests there.
  const isFree = c.req.path === TOKEN_PATH && FREE_GRANTS.has(c.req.query('grant_type') ?? '');
  if (c.env.TURNSTILE_SECRET && !isFree && !(await hasServiceKey(c))) await checkToken(c);
  await next();
});

async function checkToken(c: Context<AuthEnv>): Promise<void> {
  const { gotrue_meta_security } = await authBody(c, CaptchaField);
  const token = gotrue_meta_security?.captcha_token?.trim();
  if (!token) throw captchaFailed(400, 'captcha protection: request disallowed (no captcha_token found)');
  const taken = await limitRequest(c, 'captcha');
  const verdict = await verdictOf(c, token);
  if (!verdict)
    throw captchaFailed(
      500,
      'captcha protection: Turnstile did not respond, so the request was refused. Try again in a minute.',
    );
  if (!verdict.success)
    throw captchaFailed(400, `captcha protection: request disallowed (${verdict['error-codes'].join(', ')})`);
  taken.giveBack();
}

const captchaFailed = (status: 400 | 500, message: string) => refuse(status, 'captcha_failed', message);

/**
 * Returns null if Turnstile gives no verdict. A token works once, but with the same idempotency key a second try gets
 * the same verdict.
 */
async function verdictOf(c: Context<AuthEnv>, response: string): Promise<Verdict | null> {
  const { TURNSTILE_SECRET: secret, TURNSTILE_URL } = c.env;
  const form = { secret, response, remoteip: clientAddress(c), idempotency_key: crypto.randomUUID() };
  for (let tried = 0; tried < TRIES; tried++) {
    const verdict = await askTurnstile(`${TURNSTILE_URL}/turnstile/v0/siteverify`, form);
    if (verdict && !verdict['error-codes'].some(isOwnFault)) return verdict;
    log('error', 'turnstile not answered', { codes: verdict?.['error-codes'] ?? [] });
  }
  return null;
}

/** Whether an error code is about our secret or Turnstile itself, not about the visitor. */
function isOwnFault(code: string): boolean {
  return code === 'internal-error' || code.endsWith('-input-secret');
}

async function askTurnstile(address: string, form: Record<string, string>): Promise<Verdict | null> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const read = v.safeParse(Verdict, await answer.json());
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

async function hasServiceKey(c: Context<AuthEnv>): Promise<boolean> {
  if (!c.req.header('Authorization')) return false;
  try {
    await refuseUnlessService(c);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
