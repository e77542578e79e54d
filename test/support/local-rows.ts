import type { ChildProcess } from 'node:child_process';

type Row = Record<string, unknown>;

interface Statement {
  sql: string;
  values: (string | number)[];
}

/**
 * Statements for the database of the server under test, which its process runs through the Workers platform in one
 * transaction.
 */
export interface AskedStatements {
  id: string;
  statements: Statement[];
}

/** What came of them: the rows of each. */
export type AnsweredStatements = { id: string } & ({ rows: Row[][] } | { error: string });

let server: ChildProcess | undefined;
const asked = new Map<string, PromiseWithResolvers<Row[][]>>();

/** Names the server of this Playwright worker, whose channel between processes the statements take. */
export function askFrom(process: ChildProcess): void {
  server = process;
  process.on('message', (answer: AnsweredStatements) => {
    const waiting = asked.get(answer.id);
    asked.delete(answer.id);
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(new Error(answer.error));
  });
}

/**
 * Rows from the database of the server under test, or what one statement changes in it. The server itself runs the
 * statement: a second process that opens the file meets its locks.
 */
export async function localRows(sql: string, ...values: (string | number)[]): Promise<Row[]> {
  const [rows = []] = await runLocally([{ sql, values }]);
  return rows;
}

/** Runs statements in the database of the server under test, all or none of them. */
export function runLocally(statements: Statement[]): Promise<Row[][]> {
  const id = crypto.randomUUID();
  const waiting = Promise.withResolvers<Row[][]>();
  asked.set(id, waiting);
  server!.send({ id, statements } satisfies AskedStatements);
  return waiting.promise;
}
