import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { fieldsOf } from './body.ts';
import { currentRequest } from './current-request.ts';
import { invalid } from './errors.ts';

const WHAT_IT_IS = 'Send an Idempotency-Key of 8 to 128 visible characters, with a new key for each new request.';

const IdempotencyHeader = v.object(
  { 'idempotency-key': v.pipe(v.string(WHAT_IT_IS), v.regex(/^[\x21-\x7e]{8,128}$/, WHAT_IT_IS)) },
  WHAT_IT_IS,
);

/**
 * Refuses a missing or bad key with 422. If the database fails briefly, `patient-db.ts` repeats the writes that store
 * the key.
 */
export const idempotencyKey = () =>
  validator('header', IdempotencyHeader, (result) => {
    if (!result.success) throw invalid(fieldsOf(result.error));
    const request = currentRequest();
    if (request) request.key = result.data['idempotency-key'];
  });
