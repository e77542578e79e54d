import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { AuthClient } from '@supabase/auth-js';
import worker from '../../../../worker/index.ts';
import { hashingOnce } from './known-hashes.ts';

export const AUTH_URL = 'http://vouch.test/auth/v1';

export const withVars = (vars: Partial<Env>): Env => ({ ...env, ...vars });

/** Calls the Worker. A `path` without a host belongs to the auth service. `bindings` may replace variables. */
export async function call(path: string, init: RequestInit = {}, bindings: Env = env): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(path.startsWith('http') ? path : `${AUTH_URL}${path}`, { redirect: 'manual', ...init });
  const answer = await worker.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return answer;
}

export const send = (
  method: string,
  path: string,
  body: unknown,
  { headers = {}, bindings = env }: { headers?: Record<string, string>; bindings?: Env } = {},
) =>
  call(
    path,
    { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } },
    bindings,
  );

export const post = (path: string, body: unknown, options: { headers?: Record<string, string>; bindings?: Env } = {}) =>
  send('POST', path, body, options);

export function authClient(
  options: { flowType?: 'pkce' | 'implicit'; bindings?: Env } = {},
): InstanceType<typeof AuthClient> {
  const stored = new Map<string, string>();
  return new AuthClient({
    url: AUTH_URL,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: options.flowType ?? 'implicit',
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    fetch: (input, init) => call(input instanceof Request ? input.url : String(input), init, options.bindings ?? env),
  });
}

const AUTOCONFIRM = { AUTH_AUTOCONFIRM: 'true' } as const;
export const PASSWORD = 'a long enough one';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string };
}

export async function signUpConfirmed(email: string, password = PASSWORD) {
  const answer = await hashingOnce(() =>
    post('/signup', { email, password, data: { full_name: 'A student' } }, { bindings: withVars(AUTOCONFIRM) }),
  );
  if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const tokens = await answer.json<Tokens>();
  return { ...tokens, headers: { Authorization: `Bearer ${tokens.access_token}` } };
}

export const signIn = (email: string, password = PASSWORD, bindings: Env = env) =>
  post('/token?grant_type=password', { email, password }, { bindings });

export async function anotherSession(email: string): Promise<Tokens> {
  return (await signIn(email)).json<Tokens>();
}

export const refresh = (refresh_token: unknown, bindings: Env = env) =>
  post('/token?grant_type=refresh_token', { refresh_token }, { bindings });

export const bearer = ({ access_token }: Pick<Tokens, 'access_token'>) => ({ Authorization: `Bearer ${access_token}` });

/** Returns the status and the error code. The request must not have had the header `X-Supabase-Api-Version`. */
export async function outcome(answer: Response): Promise<[number, string | undefined]> {
  const body = answer.status === 204 ? {} : await answer.json<{ error_code?: string }>();
  return [answer.status, body.error_code];
}

export const readUser = async (tokens: Pick<Tokens, 'access_token'>) =>
  outcome(await call('/user', { headers: bearer(tokens) }));

export const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
