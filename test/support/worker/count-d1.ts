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
}
