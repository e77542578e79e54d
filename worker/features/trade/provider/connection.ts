import * as v from 'valibot';
import { isProviderOrigin } from '../../../http/shared/payment-provider.ts';
import { formFields } from './form-fields.ts';
import { ProviderError } from './provider-error.ts';

/** The version of the API that the types of the `stripe` package describe. */
const VERSION = '2026-10-28.endive';
/** How long one call may take, in ms, the body of the answer included. */
const TIMEOUT_MS = 10_000;

/** The part of `fetch` that a connection needs. */
export type Ask = (address: string, init: RequestInit) => Promise<Response>;

/** The requests that the port sends. Each returns the parsed answer, or throws a `ProviderError`. */
export interface Connection {
  get: <Answer>(path: string, query?: object) => Promise<Answer>;
  /** A form, as the API of version 1 takes it. */
  post: <Answer>(path: string, params: object, key?: string) => Promise<Answer>;
  /** JSON, as the API of version 2 takes it. */
  postJson: <Answer>(path: string, params: object, key?: string) => Promise<Answer>;
}

const Failure = v.object({
  error: v.object({ code: v.nullish(v.string()), type: v.nullish(v.string()), message: v.nullish(v.string()) }),
});

/** Opens a connection to the provider. Refuses to send the key to any host but Stripe's and this machine. */
export function openConnection(
  { STRIPE_API_BASE, STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_API_BASE' | 'STRIPE_SECRET_KEY'>,
  ask: Ask = (address, init) => fetch(address, init),
): Connection {
  if (!isProviderOrigin(STRIPE_API_BASE)) {
    throw new ProviderError('STRIPE_API_BASE names another host than Stripe.', { status: 0, code: 'refused_host' });
  }
  // A deployment whose secret was never set has no such binding.
  const secret = (STRIPE_SECRET_KEY as string | undefined)?.trim();
  if (!secret) {
    throw new ProviderError('Payments are not set up: STRIPE_SECRET_KEY is empty.', {
      status: 0,
      code: 'not_configured',
    });
  }

  async function call<Answer>(
    path: string,
    { body, type, key }: { body?: string; type?: string; key?: string | undefined },
  ): Promise<Answer> {
    const headers = new Headers({ Authorization: `Bearer ${secret}`, 'Stripe-Version': VERSION });
    if (type !== undefined) headers.set('Content-Type', type);
    if (key !== undefined) headers.set('Idempotency-Key', key);
    const { response, text } = await exchange(`${STRIPE_API_BASE}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
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
  };
}

function searchOf(query: object): string {
  const fields = formFields(query);
  return fields.size === 0 ? '' : `?${fields.toString()}`;
}

/** The parsed JSON of an answer, or undefined. */
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
