import * as v from 'valibot';
import { openDb } from '../../../http/database/open-db.ts';
import { isQuarantined } from '../../../http/shared/quarantine.ts';
import { isProviderOrigin } from '../../../http/shared/payment-provider.ts';
import { formFields } from './form-fields.ts';
import { ProviderError } from './provider-error.ts';

/** The API version that the types of the `stripe` package describe. */
const VERSION = '2026-10-28.endive';
/** How long a call can take, including the body of the response. */
const TIMEOUT_MS = 10_000;

export type ProviderKeys = Pick<Env, 'STRIPE_API_BASE' | 'STRIPE_SECRET_KEY'>;

export type Ask = (address: string, init: RequestInit) => Promise<Response>;

/** Each call returns the parsed answer or throws a `ProviderError`. `key` is an idempotency key. */
export interface Connection {
  get: <Answer>(path: string, query?: object) => Promise<Answer>;
  /** Sends a form, as v1 of the API expects. */
  post: <Answer>(path: string, params: object, key?: string) => Promise<Answer>;
  /** Sends JSON, as v2 of the API expects. */
  postJson: <Answer>(path: string, params: object, key?: string) => Promise<Answer>;
  remove: <Answer>(path: string) => Promise<Answer>;
}

const Failure = v.object({
  error: v.object({ code: v.nullish(v.string()), type: v.nullish(v.string()), message: v.nullish(v.string()) }),
});

/** Returns a `fetch` that throws while the deployment is in quarantine. */
export function askOutside(env: Pick<Env, 'DB'>): Ask {
  return async (address, init) => {
    if (await isQuarantined(openDb(env))) throw new Error('This deployment is in quarantine.');
    return fetch(address, init);
  };
}

/** Sends the secret key only to Stripe or loopback. Throws a `ProviderError` for another host or an empty key. */
export function openConnection({ STRIPE_API_BASE, STRIPE_SECRET_KEY }: ProviderKeys, ask: Ask): Connection {
  if (!isProviderOrigin(STRIPE_API_BASE)) {
    throw new ProviderError('STRIPE_API_BASE is not a Stripe host.', { status: 0, code: 'refused_host' });
  }
  // The binding is missing if the deployment's secret was never set.
  const secret = (STRIPE_SECRET_KEY as string | undefined)?.trim();
  if (!secret) {
    throw new ProviderError('Payments are not set up: STRIPE_SECRET_KEY is empty.', {
      status: 0,
      code: 'not_configured',
    });
  }

  async function call<Answer>(
    path: string,
    { body, type, key, method }: { body?: string; type?: string; key?: string | undefined; method?: 'DELETE' },
  ): Promise<Answer> {
    const headers = new Headers({ Authorization: `Bearer ${secret}`, 'Stripe-Version': VERSION });
    if (type !== undefined) headers.set('Content-Type', type);
    if (key !== undefined) headers.set('Idempotency-Key', key);
    const { response, text } = await exchange(`${STRIPE_API_BASE}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body,
    });
    const answer = parsed(text);
    if (response.ok && answer !== undefined) return answer as Answer;
    throw failureOf(response, answer);
  }

  async function exchange(address: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    try {
      const response = await ask(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
      return { response, text: await response.text() };
    } catch (cause) {
      throw new ProviderError(`The payment provider did not answer (${String(cause)}).`, {
        status: 0,
        code: 'no_answer',
      });
    }
  }

  return {
    get: (path, query = {}) => call(`${path}${searchOf(query)}`, {}),
    post: (path, params, key) =>
      call(path, { body: formFields(params).toString(), type: 'application/x-www-form-urlencoded', key }),
    postJson: (path, params, key) => call(path, { body: JSON.stringify(params), type: 'application/json', key }),
    remove: (path) => call(path, { method: 'DELETE' }),
  };
}

function searchOf(query: object): string {
  const fields = formFields(query);
  return fields.size === 0 ? '' : `?${fields.toString()}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf({ status, headers }: Response, answer: unknown): ProviderError {
  const read = v.safeParse(Failure, answer);
  const { code, type, message } = read.success ? read.output.error : {};
  return new ProviderError(message ?? `The payment provider answered with ${status}.`, {
    status,
    code: code ?? type ?? null,
    isReplayed: headers.get('Idempotent-Replayed') === 'true',
  });
}
