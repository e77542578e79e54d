import { exports } from 'cloudflare:workers';
import { callCounted } from './call.ts';

export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
}

export interface Operation {
  name: string;
  method: string;
  path: string;
  query: readonly string[];
  schema: Schema | undefined;
}

interface Described {
  parameters?: { in: string; name: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

/** Returns the operations that the API's OpenAPI document describes. Deletions come last. */
export async function describedOperations(): Promise<Operation[]> {
  const answer = await exports.default.fetch('http://vouch.test/api/openapi.json');
  const { paths } = await answer.json<{ paths: Record<string, Record<string, Described>> }>();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      schema: requestBody?.content?.['application/json']?.schema,
    })),
  );
  return all.toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));
}

const PATTERNED = [
  'a'.repeat(64),
  'A'.repeat(43),
  'A'.repeat(22),
  'A'.repeat(87),
  '123456',
  'ticket:x:1',
  '2031-10-31T22:00',
];
/** The `updated_at` of the rows that a test writes. */
const VERSION = '2030-01-01T00:00:00.000Z';
const PLAIN: Record<string, unknown> = {
  email: 'somebody@vouch.test',
  phone: '617 555 0100',
  instagram: 'a.student',
  start_at: '2031-10-31T22:00',
  end_at: null,
  publish_at: null,
  image_url: null,
  logo_url: null,
  website: null,
  quantity: 1,
  ask_price: 25,
};

/** Makes a body that fits a schema. `known` gives the values of fields by name, such as ids. */
export function bodyFor(schema: Schema, known: Record<string, unknown>, name = ''): unknown {
  if (name in known) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return bodyFor(schema.anyOf[0]!, known, name);
  if (schema.type === 'object' || schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, bodyFor(part, known, key)]),
    );
  }
  if (name in PLAIN) return PLAIN[name];
  if (schema.type === 'array') return schema.items ? [bodyFor(schema.items, known)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'null') return null;
  return textFor(schema);
}

function textFor({ format, pattern }: Schema): string {
  if (format === 'email') return 'somebody@vouch.test';
  if (format === 'uuid') return crypto.randomUUID();
  if (format === 'date-time') return VERSION;
  if (format === 'uri') return 'https://push.vouch.test/one';
  return (pattern && PATTERNED.find((text) => new RegExp(pattern, 'u').test(text))) || 'Some text';
}

/** Replaces each parameter in a path by the id of an object. Throws if `objectOf` knows no object of the kind. */
export function pathFor(
  { path, name }: Operation,
  objectOf: (kind: string, parameter: string) => string | undefined,
): string {
  return path.replaceAll(/([^/]+)\/\{(\w+)\}/g, (_all, kind: string, parameter: string) => {
    const id = objectOf(kind, parameter);
    if (id === undefined)
      throw new Error(`${name}: say in sweep-world.ts which object stands for ${kind}/{${parameter}}.`);
    return `${kind}/${id}`;
  });
}

export async function callOperation(
  { method }: Operation,
  { path, headers, body }: { path: string; headers: Record<string, string>; body?: string | undefined },
) {
  const { answer } = await callCounted(path, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID(), ...headers },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  answer.webSocket?.accept();
  answer.webSocket?.close();
  return { status: answer.status, headers: answer.headers, text: answer.status === 101 ? '' : await answer.text() };
}
