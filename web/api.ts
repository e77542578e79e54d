import { hc, type ClientResponse } from 'hono/client';
import type { Api } from '../worker/app.ts';
import type { ErrorBody, ErrorCode, Versions } from '../worker/contract/error-codes.ts';

type Headers = Record<string, string>;

/**
 * A typed client of the API. The browser passes `fetch` and the headers of its session. The Worker passes a call into its own API,
 * without a network and without a session.
 */
export function makeApi(origin: string, fetcher: typeof fetch, whoAsks: () => Headers | Promise<Headers> = () => ({})) {
  return hc<Api>(origin, { fetch: fetcher, headers: whoAsks }).api;
}

export type ApiClient = ReturnType<typeof makeApi>;

/** A refused or failed call, with the API's code, or with `network` when no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network';
  readonly status: number;
  readonly fields: Record<string, string>;
  /** Both versions of a stale edit. */
  readonly versions: Versions | undefined;

  constructor(
    code: ErrorCode | 'network',
    status: number,
    message: string,
    { fields = {}, versions }: { fields?: Record<string, string> | undefined; versions?: Versions | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.versions = versions;
  }
}

type Answer<R> = R extends ClientResponse<infer Body, infer Status, 'json'> ? (Status extends 200 | 201 ? Body : never) : never;

/** The JSON of a successful answer. Throws an `ApiError` for every other outcome. */
export async function unwrap<R extends ClientResponse<unknown, number, 'json'>>(call: Promise<R>): Promise<Answer<R>> {
  let response: R;
  try {
    response = await call;
  } catch {
    throw new ApiError('network', 0, 'No connection.');
  }
  if (response.ok) return (await response.json()) as Answer<R>;
  throw await refusalOf(response);
}

/** Both versions of a stale edit; undefined for every other outcome. */
export function versionsOf(error: Error | null): Versions | undefined {
  return error instanceof ApiError ? error.versions : undefined;
}

/** The error of a refused answer. */
export async function refusalOf(response: { status: number; json: () => Promise<unknown> }): Promise<ApiError> {
  const refusal = (await response.json().catch(() => null)) as ErrorBody | null;
  return new ApiError(
    refusal?.error.code ?? 'server.unexpected',
    response.status,
    refusal?.error.message ?? 'Something broke on our side. Please try again.',
    refusal?.error,
  );
}
