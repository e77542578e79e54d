import { hc, type ClientResponse } from 'hono/client';
import type { Api } from '../worker/app.ts';
import type { ErrorBody, ErrorCode } from '../worker/contract/error-codes.ts';

type Headers = Record<string, string>;

/**
 * A typed client of the API. The browser gives `fetch` and who asks; the edge gives a call into its own API, without a network
 * between, and asks for nobody.
 */
export function makeApi(origin: string, fetcher: typeof fetch, whoAsks: () => Headers | Promise<Headers> = () => ({})) {
  return hc<Api>(origin, { fetch: fetcher, headers: whoAsks }).api;
}

export type ApiClient = ReturnType<typeof makeApi>;

/** A refused or failed call: the API's code, or `network` where no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network';
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(code: ErrorCode | 'network', status: number, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

type Answer<R> = R extends ClientResponse<infer Body, infer Status, 'json'> ? (Status extends 200 | 201 ? Body : never) : never;

/** The JSON of a good answer; an `ApiError` for every other outcome. */
export async function unwrap<R extends ClientResponse<unknown, number, 'json'>>(call: Promise<R>): Promise<Answer<R>> {
  let response: R;
  try {
    response = await call;
  } catch {
    throw new ApiError('network', 0, 'No connection.');
  }
  if (response.ok) return (await response.json()) as Answer<R>;
  const refusal = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new ApiError(
    refusal?.error.code ?? 'server.unexpected',
    response.status,
    refusal?.error.message ?? 'Something broke on our side. Please try again.',
    refusal?.error.fields,
  );
}
