import { bodyLimit } from 'hono/body-limit';
import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { invalid, tooLarge, unreadable } from './errors.ts';

type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/** Responds with 400 if the JSON is unreadable. Responds with 422 and the names of the fields if fields are wrong. */
export const body = <S extends AnySchema>(schema: S) =>
  validator('json', schema, (result) => {
    if (!result.success) throw invalid(fieldsOf(result.error));
  });

export const query = <S extends AnySchema>(schema: S) =>
  validator('query', schema, (result) => {
    if (!result.success) throw invalid(fieldsOf(result.error));
  });

/** Returns the first message about each field, under the dotted path of the field. */
export function fieldsOf(issues: readonly { message: string; path?: readonly unknown[] }[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) =>
      String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part),
    );
    fields[path.join('.') || 'body'] ??= issue.message;
  }
  return fields;
}

/** Refuses a body over `maxBytes` with 413, whether or not the client declared its length. */
export const limitBody = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge();
    },
  });

export async function readJson(request: { text: () => Promise<string> }): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch {
    throw unreadable();
  }
}

/** A missing body counts as an empty object. */
export async function optionalBody<S extends AnySchema>(
  request: { text: () => Promise<string> },
  schema: S,
): Promise<v.InferOutput<S>> {
  const sent = await request.text();
  const parsed = v.safeParse(schema, sent === '' ? {} : await readJson({ text: () => Promise.resolve(sent) }));
  if (!parsed.success) throw invalid(fieldsOf(parsed.issues));
  return parsed.output;
}
