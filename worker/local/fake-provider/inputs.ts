import * as v from 'valibot';
import { Refusal } from './refusal.ts';

/** Turns a form or query into an object: `a[b]=c` and `a[0]=b` become nested objects and lists. */
export function nested(fields: URLSearchParams): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const path = [name.split('[', 1)[0] ?? '', ...Array.from(name.matchAll(/\[([^\]]*)\]/g), ([, part = '']) => part)];
    let target = root;
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(target).length) : part;
      if (depth === path.length - 1) target[key] = value;
      else {
        const next: unknown = target[key];
        target[key] = typeof next === 'object' ? next : {};
        target = target[key] as Record<string, unknown>;
      }
    }
  }
  return withLists(root) as Record<string, unknown>;
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withLists(each)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** Checks parameters as Stripe does. A refusal names the unknown, missing or invalid parameter. */
export function checked<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, input, { abortEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  const [first, ...rest] = (v.getDotPath(issue) ?? '').split('.');
  const param = [first, ...rest.map((part) => `[${part}]`)].join('');
  if (issue.expected === 'never')
    throw new Refusal(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  if (issue.input === undefined)
    throw new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw new Refusal(`Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param });
}

export const Whole = v.pipe(v.string(), v.regex(/^-?\d{1,12}$/, 'must be an integer'), v.transform(Number));
export const Amount = v.pipe(Whole, v.minValue(1, 'must be greater than zero'));
export const Usd = v.literal('usd', 'the fake provider only knows usd');
export const Metadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {});
export const Expand = v.optional(v.array(v.string()), []);
export const Url = v.pipe(v.string(), v.url());
export const Paged = {
  limit: v.optional(v.pipe(Whole, v.minValue(1), v.maxValue(100)), '10'),
  starting_after: v.optional(v.string()),
  expand: Expand,
};
