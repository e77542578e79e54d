import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnv } from '../../context.ts';
import type { ErrorBody } from '../../contract/error-codes.ts';
import { log, loggedPath, traceOf } from '../log.ts';
import { DomainError, unreadable, tooLarge } from './errors.ts';

/** Turns a thrown error into an answer. An unknown error is logged once and answered without detail. */
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

/** The same for `/functions/v1/*`, whose answers contain the sentence itself as `error`. */
export function answerFunctionError(error: Error, c: Context<AppEnv>): Response {
  const refusal = refusalOf(error, c);
  return c.json({ ...functionError(refusal), request_id: c.get('request_id') }, refusal.status);
}

/** The body of a refused answer of `/functions/v1/*`. */
export function functionError({ message, code, fields }: DomainError) {
  return { error: message, code, ...(fields ? { fields } : {}) };
}

function refusalOf(error: Error, c: Context<AppEnv>): DomainError {
  const known = asDomainError(error);
  if (!known) {
    log('error', 'request failed', {
      method: c.req.method,
      path: loggedPath(c.req.path),
      error: traceOf(error),
    });
  } else if (known.status >= 500) {
    log('warn', 'request failed', { code: known.code, method: c.req.method, path: loggedPath(c.req.path) });
  }
  const refusal =
    known ??
    new DomainError({
      code: 'server.unexpected',
      status: 500,
      message: 'Something broke on our side. Please try again.',
    });
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
  c.header('Cache-Control', 'no-store');
  return refusal;
}

function asDomainError(error: Error): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof HTTPException && error.status === 400) return unreadable();
  if (error instanceof HTTPException && error.status === 413) return tooLarge();
  return undefined;
}
