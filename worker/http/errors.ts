import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppEnv } from '../context.ts';
import type { ErrorBody, ErrorCode } from '../contract/error-codes.ts';
import { log } from './log.ts';

/** A refusal as a value: dotted code, status and the sentence the user reads, kept together. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: ContentfulStatusCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: {
    code: ErrorCode;
    status: ContentfulStatusCode;
    message: string;
    fields?: Record<string, string>;
    retryAfterSeconds?: number;
  }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.fields = refusal.fields;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

export const unreadable = () =>
  new DomainError({ code: 'request.unreadable', status: 400, message: 'The body is not readable JSON. Check it and send it again.' });

export const invalid = (fields: Record<string, string>) =>
  new DomainError({
    code: 'request.invalid',
    status: 422,
    message: Object.values(fields)[0] ?? 'Something in the form needs another look.',
    fields,
  });

export const tooLarge = () =>
  new DomainError({ code: 'request.too_large', status: 413, message: 'That is more than we can take at once.' });

export const tooMany = (retryAfterSeconds: number) =>
  new DomainError({
    code: 'request.too_many',
    status: 429,
    message: `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });

export const notFound = () => new DomainError({ code: 'request.not_found', status: 404, message: 'There is nothing here.' });

export const signedOut = () =>
  new DomainError({ code: 'request.signed_out', status: 401, message: 'You are signed out. Sign in and try again.' });

export const forbidden = () =>
  new DomainError({ code: 'request.forbidden', status: 403, message: 'Your account is not allowed to do that.' });

export const eventNotFound = () => new DomainError({ code: 'event.not_found', status: 404, message: 'Event not found' });

export const waitlistClosed = () =>
  new DomainError({ code: 'waitlist.closed', status: 409, message: 'This night is over, so its waitlist is closed. Pick another night.' });

/** The one place that turns what was thrown into an answer. The unknown is logged once and answered without detail. */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const known = asDomainError(error);
  if (!known) {
    log('error', 'request failed', {
      request_id: c.get('request_id'),
      method: c.req.method,
      path: c.req.path,
      error: error.stack ?? String(error),
    });
  }
  const refusal =
    known ?? new DomainError({ code: 'server.unexpected', status: 500, message: 'Something broke on our side. Please try again.' });
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
  c.header('Cache-Control', 'no-store');
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      request_id: c.get('request_id'),
      ...(refusal.fields ? { fields: refusal.fields } : {}),
    },
  };
  return c.json(body, refusal.status);
}

function asDomainError(error: Error): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof HTTPException && error.status === 400) return unreadable();
  if (error instanceof HTTPException && error.status === 413) return tooLarge();
  return undefined;
}
