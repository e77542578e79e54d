import { env } from 'cloudflare:workers';
import type { DatabaseStatement, Scratch } from '../../../worker/local/backup/places.ts';

type Value = string | number | null;

/** Opens a scratch database, as a backup does. It runs in Node, and each call is an HTTP request to Node. */
export function openScratch(): Scratch {
  const id = crypto.randomUUID();
  async function ask<Row>(call: string, sql = '', values: readonly Value[] = []): Promise<Row[]> {
    const body = JSON.stringify({ id, call, sql, values });
    const answer = await env.SQLITE.fetch('http://sqlite.test', { method: 'POST', body });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json<Row[]>();
  }
  const scripts = new WeakMap<DatabaseStatement, string>();
  const statement = (sql: string, values: readonly Value[] = []): DatabaseStatement => {
    const made: DatabaseStatement = {
      bind: (...bound) => statement(sql, bound),
      raw: () => ask('raw', sql, values),
      run: () => ask('run', sql, values),
    };
    scripts.set(made, sql);
    return made;
  };
  return {
    prepare: statement,
    // Callers batch only statements that have no values and return no rows.
    batch: async (all) => {
      await ask('script', all.map((each) => scripts.get(each)!).join(';\n'));
      return [];
    },
    run: async (script) => void (await ask('script', script)),
    close: async () => void (await ask('close')),
  };
}
