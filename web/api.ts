import type { ClientResponse } from 'hono/client';
import type { ErrorBody, ErrorCode, Versions } from '../worker/contract/error-codes.ts';
import { makeClient } from './api-client.ts';

type SessionHeaders = Record<string, string>;

/** The Worker passes a `fetch` that calls its own API directly. */
export function makeApi(
  origin: string,
  fetcher: typeof fetch,
  sessionHeaders: () => SessionHeaders | Promise<SessionHeaders> = () => ({}),
) {
  return makeClient({ origin, fetcher, sessionHeaders });
}

export type ApiClient = ReturnType<typeof makeApi>;

/** A refused or failed call, with the API's code, or with `network` when no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network';
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly versions: Versions | undefined;
  /** The last sentence of a server failure's message: it holds the request id. Empty for any other error. */
  readonly request: string;

  constructor(
    code: ErrorCode | 'network',
    status: number,
    message: string,
    { fields = {}, versions, request_id }: Partial<ErrorBody['error']> = {},
  ) {
    const request = requestSentence(status, request_id);
    super(message + request);
    this.request = request;
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.versions = versions;
  }
}

type Answer<R> =
  R extends ClientResponse<infer Body, infer Status, 'json'> ? (Status extends 200 | 201 ? Body : never) : never;

/** Returns the JSON of a successful response. Throws an `ApiError` for every other outcome. */
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

export function versionsOf(error: Error | null): Versions | undefined {
  return error instanceof ApiError ? error.versions : undefined;
}

/** The sentence with the request id, by which support finds a server failure. Empty for a refusal. */
export const requestSentence = (status: number | undefined, id: string | null | undefined) =>
  id && status! >= 500 ? ` Request id: ${id}.` : '';

export const isRequestId = (text: string | null) => /^[0-9a-f-]{36}$/.test(text ?? '');

/** Returns the sentence with an error's request id, for a screen that does not show the error's own message. */
export const requestOf = (error: unknown) => (error instanceof ApiError ? error.request : '');

export async function refusalOf(
  response: Pick<Response, 'status' | 'json'> & { headers?: Headers },
): Promise<ApiError> {
  const refusal = (await response.json().catch(() => null)) as ErrorBody | null;
  return new ApiError(
    refusal?.error.code ?? 'server.unexpected',
    response.status,
    refusal?.error.message ?? 'Something broke on our side. Please try again.',
    { ...refusal?.error, request_id: refusal?.error.request_id ?? response.headers?.get('X-Request-Id') ?? '' },
  );
}
