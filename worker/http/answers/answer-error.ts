import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnv } from '../../context.ts';
import type { ErrorBody } from '../../contract/error-codes.ts';
import { log, loggedPath, traceOf } from '../log.ts';
import { type DomainError, domainErrorOf, PlainError, tooLarge, unreadable } from './errors.ts';

/** Turns an error into a response. A failure of the system is logged once, and its details are not sent. */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const refusal = refusalOf(error, c);
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      request_id: c.get('request_id'),
      ...(refusal.fields ? { fields: refusal.fields } : {}),
      ...(refusal.versions ? { versions: refusal.versions } : {}),
    },
  };
  return c.json(body, refusal.status);
}

/** Like `answerError`, for `/functions/v1/*`, where `error` in the body is the sentence for the user. */
export function answerFunctionError(error: Error, c: Context<AppEnv>): Response {
  const refusal = refusalOf(error, c);
  return c.json({ ...functionError(refusal), request_id: c.get('request_id') }, refusal.status);
}

export function functionError({ message, code, fields }: DomainError) {
  return { error: message, code, ...(fields ? { fields } : {}) };
}

function refusalOf(error: Error, c: Context<AppEnv>): DomainError {
  const known = asDomainError(error);
  if (!known || known.cause !== undefined) {
    log('error', 'request failed', {
      method: c.req.method,
      path: loggedPath(c.req.path),
      error: traceOf(error),
    });
  } else if (known.status >= 500) {
    log('warn', 'request failed', { code: known.code, method: c.req.method, path: loggedPath(c.req.path) });
  }
  const refusal = known ?? new PlainError(500, 'server.unexpected', 'Something broke on our side. Please try again.');
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
  c.header('Cache-Control', 'no-store');
  return refusal;
}

function asDomainError(error: Error): DomainError | undefined {
  const known = domainErrorOf(error);
  if (known) return known;
  if (error instanceof HTTPException && error.status === 400) return unreadable();
  if (error instanceof HTTPException && error.status === 413) return tooLarge();
  return undefined;
}
