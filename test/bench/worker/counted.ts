import type { BareStatement, RouteCost } from '../route-cost.ts';

type Handler = ExportedHandler<Env>;
type Call = (...given: unknown[]) => unknown;

const nothing = (): RouteCost => ({ round_trips: 0, rows_read: 0, rows_written: 0, objects: 0, statements: [] });

let last: { cost: RouteCost; work: Promise<unknown>[] } = { cost: nothing(), work: [] };

/** Records the cost of each request. `GET /bench/cost` returns the cost of the previous request. */
export function counted(worker: Handler): Handler {
  return {
    ...worker,
    fetch: async (request, env, ctx) => {
      if (new URL(request.url).pathname === '/bench/cost') {
        await Promise.allSettled(last.work);
        return Response.json(last.cost);
      }
      const mine = { cost: nothing(), work: [] as Promise<unknown>[] };
      last = mine;
      const noting = new Proxy(ctx, {
        get: (target, name: keyof ExecutionContext) => {
          if (name !== 'waitUntil') return bound(target, name);
          return (promise: Promise<unknown>) => {
            mine.work.push(promise);
            target.waitUntil(promise);
          };
        },
      });
      return worker.fetch!(request, countedEnv(env, mine.cost), noting);
    },
  };
}

function bound<T extends object>(target: T, name: keyof T): unknown {
  const value = target[name];
  return typeof value === 'function' ? (value as Call).bind(target) : value;
}

function countedEnv(env: Env, cost: RouteCost): Env {
  const objects = Object.entries(env).filter(([, value]) => isNamespace(value));
  return {
    ...env,
    DB: countedDb(env.DB, cost),
    ...Object.fromEntries(
      objects.map(([name, value]) => [name, countedNamespace(value as DurableObjectNamespace, cost)]),
    ),
  };
}

const isNamespace = (value: unknown) => typeof value === 'object' && value !== null && 'idFromName' in value;

function countedNamespace(namespace: DurableObjectNamespace, cost: RouteCost): DurableObjectNamespace {
  return new Proxy(namespace, {
    get: (target, name: keyof DurableObjectNamespace) => {
      const value = bound(target, name);
      if (name !== 'get' && name !== 'getByName') return value;
      return (...given: unknown[]) => countedObject((value as Call)(...given) as object, cost);
    },
  });
}

function countedObject(object: object, cost: RouteCost): object {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        cost.objects += 1;
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
}

const READS = /^\s*select\b/i;

interface Noted {
  statement: D1PreparedStatement;
  text: BareStatement;
}

/** A statement or a batch is one round trip. */
function countedDb(db: D1Database, cost: RouteCost): D1Database {
  const originals = new WeakMap<object, Noted>();

  function note(text: BareStatement, { meta }: { meta: { rows_read: number; rows_written: number } }): void {
    cost.rows_read += meta.rows_read;
    cost.rows_written += meta.rows_written;
    cost.statements.push(text);
  }

  async function run({ statement, text }: Noted) {
    cost.round_trips += 1;
    const answer = await statement.run();
    note(text, answer);
    return answer;
  }

  function noted(own: Noted): D1PreparedStatement {
    const proxy = {
      bind: (...values: unknown[]) =>
        noted({ statement: own.statement.bind(...values), text: { ...own.text, values } }),
      run: () => run(own),
      all: () => run(own),
      first: async (column?: string) => {
        const row = (await run(own)).results[0];
        return row === undefined ? null : column === undefined ? row : row[column];
      },
      // `raw()` reports no costs, so the statement first runs with `run()`. A read then runs again with `raw()`. A
      // write must not run twice, so its rows come from `run()`, which returns objects. In an object, two columns of
      // the same name would become one. But a write never returns two columns of the same name.
      raw: async () => {
        const answer = await run(own);
        return READS.test(own.text.sql) ? own.statement.raw() : answer.results.map((row) => Object.values(row));
      },
    } as unknown as D1PreparedStatement;
    originals.set(proxy, own);
    return proxy;
  }

  const watched = <T extends Pick<D1Database, 'prepare' | 'batch'>>(given: T): T =>
    new Proxy(given, {
      get: (target, name) => {
        // Reads and writes go through sessions of the database.
        if (name === 'withSession') return (constraint?: string) => watched(db.withSession(constraint));
        if (name === 'prepare')
          return (sql: string) => noted({ statement: target.prepare(sql), text: { sql, values: [] } });
        if (name !== 'batch') return bound(target, name as keyof T);
        return async (statements: D1PreparedStatement[]) => {
          const own = statements.map((statement) => originals.get(statement)!);
          cost.round_trips += 1;
          const answers = await target.batch(own.map(({ statement }) => statement));
          answers.forEach((answer, at) => note(own[at]!.text, answer));
          return answers;
        };
      },
    });
  return watched(db);
}
