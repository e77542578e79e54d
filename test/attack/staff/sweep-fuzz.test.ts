import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authRoutes } from '../../../worker/features/people/auth/auth.routes.ts';
import { functions } from '../../../worker/functions.ts';
import {
  bodyFor,
  callOperation,
  describedOperations,
  type Operation,
  pathFor,
} from '../../support/worker/operations.ts';
import { sweepWorld } from '../../support/worker/sweep-world.ts';

/** Use another seed to send other values: `SWEEP_SEED=7 npx vitest run test/attack/staff/sweep-fuzz.test.ts`. */
const SEED = Number(import.meta.env['SWEEP_SEED'] ?? 20_261_122);
const RUNS = 5;

const AUTH_QUERY = [
  'token',
  'type',
  'redirect_to',
  'grant_type',
  'provider',
  'code',
  'state',
  'page',
  'per_page',
  'error',
];
/**
 * Matches the text of a 5xx response that names a known cause, such as a service that is not set up. Such a response is
 * no failure.
 */
const HAS_OWN_SENTENCE = /"code":"(?!server\.unexpected)[a-z_]+\.[a-z_]+"|provider/;

const MARKUP = '<script>fuzz()</script>';

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    MARKUP,
    `"><img src=x onerror=fuzz()>`,
    `' OR 1=1; --`,
    '\u0000',
    '\uD800',
    '\u202Etxt',
    '../../etc/passwd',
    'a\r\nX-Injected: yes',
    '%00%ff%',
    'x'.repeat(5000),
    '9999-99-99T99:99:99Z',
    '-271821-04-20T00:00:00.000Z',
    '__proto__',
    null,
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[[]]],
    { constructor: { prototype: { is_admin: true } } },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function bodies({ schema }: Operation, known: Record<string, unknown>): fc.Arbitrary<string> {
  const whole = fc.oneof(
    HOSTILE.map((value) => JSON.stringify(value) ?? ''),
    fc.constantFrom('', '{', '{"a":', '\uFEFF{}', '[]'),
  );
  const fields = Object.keys(schema?.properties ?? {});
  if (!schema || fields.length === 0) return whole;
  const right = bodyFor(schema, known) as Record<string, unknown>;
  const changed = fc
    .tuple(fc.constantFrom(...fields), HOSTILE)
    .map(([field, value]) => JSON.stringify({ ...right, [field]: value }));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: whole });
}

const queries = ({ query }: Operation): fc.Arbitrary<string> =>
  query.length === 0
    ? fc.constant('')
    : fc.dictionary(fc.constantFrom(...query), HOSTILE, { minKeys: 1, maxKeys: 2 }).map(
        (given) =>
          `?${Object.entries(given)
            .map(([name, value]) => `${name}=${asPart(value)}`)
            .join('&')}`,
      );

const asPart = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

/** The part of a path that names the object. Null stands for the right name. */
const objects: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: HOSTILE.map(asPart).map((part) => part.slice(0, 3000) || 'x') },
  { weight: 1, arbitrary: fc.constantFrom('%', '%00', '%ff', '%E0%A4%A', '..%2f..', '%2e%2e') },
);

/** The routes that the OpenAPI document does not describe: those of the auth service and those for programs. */
const OTHERS: Operation[] = [...authRoutes.routes, ...functions.routes]
  .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
  .map(({ method, path }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    query: AUTH_QUERY,
    schema: undefined,
  }));

function failureOf({ status, headers, text }: Awaited<ReturnType<typeof callOperation>>): string | null {
  if (status >= 500 && !HAS_OWN_SENTENCE.test(text)) return `failed: ${text}`;
  if (/\n?\s+at .+\.[jt]s:\d+|SQLITE_|D1_ERROR|Failed query/.test(text)) return `shows its inside: ${text}`;
  if (headers.has('X-Injected')) return 'has a header of the request';
  const isPage = !/json|text\/plain|text\/csv|text\/calendar|image|octet/.test(
    headers.get('Content-Type') ?? 'text/plain',
  );
  if (isPage && (text.includes(MARKUP) || text.includes('<img src=x'))) return `reflects markup: ${text}`;
  return headers.get('X-Content-Type-Options') === 'nosniff' || status === 101 ? null : 'may be sniffed as markup';
}

test('no operation fails on hostile values, reflects them as markup or reveals internals', async () => {
  const world = await sweepWorld();
  const { deal, organizer, admin } = world;
  const callers = [{}, deal.buyer.headers, deal.seller.headers, organizer.headers, admin.headers];
  const found = new Set<string>();
  let seed = SEED;
  for (const operation of [...(await describedOperations()), ...OTHERS]) {
    const values = fc.record({
      body: bodies(operation, world.known),
      query: queries(operation),
      object: objects,
      at: fc.nat(callers.length - 1),
    });
    for (const { body, query, object, at } of fc.sample(values, { seed: (seed += 1), numRuns: RUNS })) {
      const path = pathFor(operation, (kind, parameter) => object ?? world.objectOf(kind, parameter) ?? 'none') + query;
      const failure = failureOf(await callOperation(operation, { path, headers: callers[at]!, body }));
      if (failure)
        found.add(
          `${operation.name} ${failure.slice(0, 300)}, seed ${SEED}: ${path.slice(0, 300)} ${body.slice(0, 300)}`,
        );
    }
  }
  expect([...found]).toEqual([]);
});
