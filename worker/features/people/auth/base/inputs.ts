import type { Context } from 'hono';
import * as v from 'valibot';
import { readJson } from '../../../../http/answers/body.ts';
import type { AuthEnv } from './auth-env.ts';
import { malformed } from './errors.ts';

type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const optionalText = (max: number) => v.nullish(v.pipe(v.string(), v.maxLength(max)));

/** Throws a 400: `bad_json` for invalid JSON, `validation_failed` for a wrong field. */
export async function authBody<S extends AnySchema>(c: Context<AuthEnv>, schema: S): Promise<v.InferOutput<S>> {
  const read = await readJson(c.req);
  if (Array.isArray(read)) throw malformed('body: expected an object');
  const result = v.safeParse(schema, read);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw malformed(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
