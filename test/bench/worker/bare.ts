import { Hono } from 'hono';
import type { BareStatement } from '../route-cost.ts';

interface BareEnv {
  DB: D1Database;
}

const bodies = new Map<string, { bytes: ArrayBuffer; headers: Record<string, string> }>();
const queries = new Map<string, BareStatement[]>();
const writes = new Map<string, BareStatement[]>();

/** The table has no index, so an insert counts as one row written. */
const TABLE = 'create table if not exists bare_rows (id integer primary key, content text not null)';
const INSERT = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
  insert into bare_rows (content) select hex(randomblob(16)) from n`;

async function batch(db: D1Database, statements: readonly BareStatement[]): Promise<unknown[][]> {
  const answers = await db.batch(statements.map(({ sql, values }) => db.prepare(sql).bind(...values)));
  return answers.map(({ results }) => results);
}

/**
 * The bare Worker, with which our Worker is compared. The PUT routes store what the routes of the same name use later:
 * `/body/…` answers with the stored bytes, and `/query/…` runs the stored queries. `/write/…` also inserts rows into
 * the table `bare_rows`.
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
  .put('/write/:name', async (c) => {
    const { queries: own, rows } = await c.req.json<{ queries: BareStatement[]; rows: number }>();
    await c.env.DB.prepare(TABLE).run();
    writes.set(c.req.param('name'), [...own, { sql: INSERT, values: [rows] }]);
    return c.body(null, 204);
  })
  .post('/batch', async (c) => c.json(await batch(c.env.DB, await c.req.json())))
  .get('/body/:name', (c) => {
    const { bytes, headers } = bodies.get(c.req.param('name'))!;
    return c.body(bytes, 200, headers);
  })
  .get('/query/:name', async (c) => c.json(await batch(c.env.DB, queries.get(c.req.param('name'))!)))
  .post('/write/:name', async (c) => c.json(await batch(c.env.DB, writes.get(c.req.param('name'))!)));
