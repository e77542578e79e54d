/** The database cost of some work. */
export interface D1Cost {
  round_trips: number;
  rows_read: number;
  rows_written: number;
  rows_returned: number;
}

/**
 * Wraps a database with a counter. It counts one round trip for each single statement or batch, even if it fails, and
 * the rows that the database reports as read and written.
 */
export function countD1(db: D1Database): { db: D1Database; cost: D1Cost } {
  const cost: D1Cost = { round_trips: 0, rows_read: 0, rows_written: 0, rows_returned: 0 };
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function count({ meta, results }: { meta: { rows_read: number; rows_written: number }; results?: unknown[] }): void {
    cost.rows_read += meta.rows_read;
    cost.rows_written += meta.rows_written;
    cost.rows_returned += results?.length ?? 0;
  }

  function counted(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => counted(target.bind(...values));
        if (name === 'all' || name === 'run') {
          return async () => {
            cost.round_trips += 1;
            const result = await target.all();
            count(result);
            return result;
          };
        }
        // raw() and first() report no cost, so the read runs a second time to get it.
        if (name === 'raw' || name === 'first') {
          return async (...args: never[]) => {
            cost.round_trips += 1;
            count(await target.all());
            return (target[name] as (...given: never[]) => unknown).apply(target, args);
          };
        }
        return Reflect.get(target, name) as unknown;
      },
    });
    originals.set(proxy, statement);
    return proxy;
  }

  const countedIn = <T extends Pick<D1Database, 'prepare' | 'batch'>>(given: T): T =>
    new Proxy(given, {
      get(target, name) {
        if (name === 'withSession')
          return (constraint?: string) => countedIn((target as unknown as D1Database).withSession(constraint));
        if (name === 'prepare') return (sql: string) => counted(target.prepare(sql));
        if (name === 'batch') {
          return async (statements: D1PreparedStatement[]) => {
            cost.round_trips += 1;
            const results = await target.batch(statements.map((statement) => originals.get(statement) ?? statement));
            results.forEach(count);
            return results;
          };
        }
        return (target[name as keyof T] as (...args: unknown[]) => unknown).bind(target);
      },
    });
  return { db: countedIn(db), cost };
}
