import type { Context, Hono } from 'hono';
import { type GenerateSpecOptions, generateSpecs } from 'hono-openapi';
import type { AppEnv } from '../../context.ts';
import { ERROR_CODES } from '../../contract/error-codes.ts';

const text = { type: 'string' } as const;

const REFUSAL = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { ...text, enum: [...ERROR_CODES] },
        message: text,
        request_id: text,
        fields: { type: 'object', additionalProperties: text },
      },
    },
  },
} as const;

const responses = {
  '2XX': { description: 'Done' },
  default: {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
};

const OPTIONS: Partial<GenerateSpecOptions> = {
  documentation: {
    info: { title: 'Vouch', version: '1', description: 'Student nightlife: nights, waitlists, chat, fair resale.' },
    components: { schemas: { Refusal: REFUSAL as never } },
  },
  defaultOptions: {
    GET: { responses },
    POST: { responses },
    PUT: { responses },
    PATCH: { responses },
    DELETE: { responses },
  },
  defaultValidationErrorResponse: false,
};

export function describeApi(c: Context<AppEnv>, app: Hono<AppEnv>) {
  return generateSpecs(app, OPTIONS, c);
}
