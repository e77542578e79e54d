<<<<<<< HEAD
/** What a piece of work cost the database. */
export interface D1Cost {
  round_trips: number;
  rows_read: number;
  rows_written: number;
  rows_returned: number;
}

/**
 * The same database with a counter beside it: one round trip for every statement run alone and for every batch, and the rows that
 * the database says it read and wrote.
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
            const result = await target.all();
            cost.round_trips += 1;
            count(result);
            return result;
          };
        }
        // raw() and first() tell no costs, so a reading statement is run once more for them; only tests pay.
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

  const proxied = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => counted(target.prepare(sql));
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements.map((statement) => originals.get(statement) ?? statement));
          cost.round_trips += 1;
          results.forEach(count);
          return results;
        };
      }
      return (target[name as keyof D1Database] as (...args: unknown[]) => unknown).bind(target);
    },
  });
  return { db: proxied, cost };
=======
/** A database that counts: `trips` are round trips (a batch is one), `rows_read` what D1 says it read. */
export interface CountedDb {
  db: D1Database;
  count: { trips: number; rows_read: number };
}

const TRIPS = new Set(['all', 'run', 'first', 'raw']);

/** Wraps a D1 binding so that a test can say what a request cost. */
export function countD1(real: D1Database): CountedDb {
  const count = { trips: 0, rows_read: 0 };
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const seen = <T>(answer: T): T => {
    const results: unknown[] = Array.isArray(answer) ? answer : [answer];
    for (const result of results) {
      if (typeof result === 'object' && result !== null && 'meta' in result) count.rows_read += (result as D1Result).meta.rows_read;
    }
    return answer;
  };
  const statement = (original: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(original, {
      get: (target, name) => {
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values), query);
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        if (!TRIPS.has(String(name))) return member.bind(target) as unknown;
        return async (...args: unknown[]) => {
          count.trips += 1;
          // `raw` carries no meta: a select is run once more as `all`, uncounted, for what it reads.
          if (name === 'raw' && /^\s*select/i.test(query)) seen(await target.all());
          const call = member as (...values: unknown[]) => Promise<unknown>;
          return seen(await call.apply(target, args));
        };
      },
    });
    originals.set(wrapped, original);
    return wrapped;
  };
  const db = new Proxy(real, {
    get: (target, name) => {
      if (name === 'prepare') return (query: string) => statement(target.prepare(query), query);
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          count.trips += 1;
          return seen(await target.batch(statements.map((each) => originals.get(each) ?? each)));
        };
      }
      const member = Reflect.get(target, name, target) as unknown;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return { db, count };
>>>>>>> auth-core
}
