import { Hono } from 'hono';
import type { BareStatement } from '../route-cost.ts';

interface BareEnv {
  DB: D1Database;
}

const bodies = new Map<string, { bytes: ArrayBuffer; headers: Record<string, string> }>();
const queries = new Map<string, BareStatement[]>();

const batch = (db: D1Database, statements: readonly BareStatement[]) =>
  db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));

/**
 * The reference Workers. `/body/…` answers with headers and bytes that were put there before, as a plain Hono route. `/query/…` answers with the rows of
 * statements that were put there before, with nothing around them. `/batch` runs statements, to fill a database.
 */
export default new Hono<{ Bindings: BareEnv }>()
  .put('/body/:name', async (c) => {
    bodies.set(c.req.param('name'), {
      bytes: await c.req.arrayBuffer(),
      headers: JSON.parse(c.req.header('X-Headers') ?? '{}') as Record<string, string>,
    });
    return c.body(null, 204);
  })
  .put('/query/:name', async (c) => {
    queries.set(c.req.param('name'), await c.req.json());
    return c.body(null, 204);
  })
  .post('/batch', async (c) => {
    await batch(c.env.DB, await c.req.json());
    return c.body(null, 204);
  })
  .get('/body/:name', (c) => {
    const { bytes, headers } = bodies.get(c.req.param('name'))!;
    return c.body(bytes, 200, headers);
  })
  .get('/query/:name', async (c) => {
    const answers = await batch(c.env.DB, queries.get(c.req.param('name'))!);
    return c.json(answers.map(({ results }) => results));
  });
