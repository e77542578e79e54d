import type { ChildProcess } from 'node:child_process';

type Row = Record<string, unknown>;

interface Statement {
  sql: string;
  values: (string | number)[];
}

export interface AskedStatements {
  id: string;
  statements: Statement[];
}

export type AnsweredStatements = { id: string } & ({ rows: Row[][] } | { error: string });

let server: ChildProcess | undefined;
const asked = new Map<string, PromiseWithResolvers<Row[][]>>();

/** Sets the server that this Playwright worker tests. */
export function askFrom(process: ChildProcess): void {
  server = process;
  process.on('message', (answer: AnsweredStatements) => {
    const waiting = asked.get(answer.id);
    asked.delete(answer.id);
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(new Error(answer.error));
  });
}

/** Lets the server under test run a statement. In another process, the statement would wait for the server's locks. */
export async function localRows(sql: string, ...values: (string | number)[]): Promise<Row[]> {
  const [rows = []] = await runLocally([{ sql, values }]);
  return rows;
}

/** Runs statements in the server under test, in one transaction. */
export function runLocally(statements: Statement[]): Promise<Row[][]> {
  const id = crypto.randomUUID();
  const waiting = Promise.withResolvers<Row[][]>();
  asked.set(id, waiting);
  server!.send({ id, statements } satisfies AskedStatements);
  return waiting.promise;
}
