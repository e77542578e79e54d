/** Counts the use of D1. Reading a `rows_` property throws unless `countRows()` was called before `countD1()`. */
export interface D1Cost {
  round_trips: number;
  readonly rows_read: number;
  readonly rows_written: number;
  readonly rows_returned: number;
}

let countsRows = false;

/** Makes `countD1` also count rows in the calling test file. Most reads then run twice: the first read only counts. */
export function countRows(): void {
  countsRows = true;
}

export function stopCountingRows(): void {
  countsRows = false;
}

function ofAll(count: number, areCounted: boolean): number {
  if (!areCounted) throw new Error('This test file reads a number of rows: call countRows() at its top.');
  return count;
}

export function countD1(db: D1Database): { db: D1Database; cost: D1Cost } {
  const areCounted = countsRows;
  const rows = { read: 0, written: 0, returned: 0 };
  const cost: D1Cost = {
    round_trips: 0,
    get rows_read() {
      return ofAll(rows.read, areCounted);
    },
    get rows_written() {
      return ofAll(rows.written, areCounted);
    },
    get rows_returned() {
      return ofAll(rows.returned, areCounted);
    },
  };
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function count({ meta, results }: { meta: { rows_read: number; rows_written: number }; results?: unknown[] }): void {
    rows.read += meta.rows_read;
    rows.written += meta.rows_written;
    rows.returned += results?.length ?? 0;
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
            if (areCounted) count(await target.all());
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
