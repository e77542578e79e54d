export interface DisturbedCall {
  is_write: boolean;
  values: readonly unknown[];
}

/** Runs a call as usual, late, twice, not at all, or without passing on its answer. */
export type Disturb = <T>(run: () => Promise<T>, call: DisturbedCall) => Promise<T>;

/** Loses the answer of the first write with the value `value`, or with a value that contains `text`. */
export function losing(sought: { text: string } | { value: string }) {
  const isSought = (value: unknown) =>
    typeof value === 'string' && ('text' in sought ? value.includes(sought.text) : value === sought.value);
  let lost = 0;
  const disturb: Disturb = async (run, { is_write, values }) => {
    const answer = await run();
    if (!is_write || lost > 0 || !values.some(isSought)) return answer;
    lost += 1;
    throw d1Error('Network connection lost.');
  };
  return { disturb, lost: () => lost };
}

interface Kept {
  statement: D1PreparedStatement;
  sql: string;
  values: readonly unknown[];
}

const READS = /^\s*(?:select|with|explain)\b/i;

export const d1Error = (message: string) => new Error(`D1_ERROR: ${message}`, { cause: new Error(message) });

/** The returned database has only the methods that Drizzle uses. */
export function faultyD1(db: D1Database, disturb: Disturb): D1Database {
  const kept = new WeakMap<object, Kept>();
  const callOf = (all: readonly Kept[]): DisturbedCall => ({
    is_write: !all.every(({ sql }) => READS.test(sql)),
    values: all.flatMap(({ values }) => values),
  });

  function statementOf(own: Kept): D1PreparedStatement {
    const run = (method: 'first' | 'run' | 'all' | 'raw', given: unknown[]) =>
      disturb(
        () => (own.statement[method] as (...same: unknown[]) => Promise<unknown>).apply(own.statement, given),
        callOf([own]),
      );
    const shown = {
      bind: (...values: unknown[]) => statementOf({ ...own, values, statement: own.statement.bind(...values) }),
      first: (...given: unknown[]) => run('first', given),
      run: (...given: unknown[]) => run('run', given),
      all: (...given: unknown[]) => run('all', given),
      raw: (...given: unknown[]) => run('raw', given),
    } as unknown as D1PreparedStatement;
    kept.set(shown, own);
    return shown;
  }

  const around = (source: Pick<D1Database, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => statementOf({ statement: source.prepare(sql), sql, values: [] }),
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.map((statement) => kept.get(statement)!);
      return disturb(() => source.batch(all.map(({ statement }) => statement)), callOf(all));
    },
  });

  const sessionOf = (session: D1DatabaseSession) => ({ ...around(session), getBookmark: () => session.getBookmark() });
  return { ...around(db), withSession: (constraint?: string) => sessionOf(db.withSession(constraint)) } as D1Database;
}
