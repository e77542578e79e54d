import type { Db } from '../../context.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRequest } from '../answers/current-request.ts';
import { d1Failure, TooLate } from './d1-failure.ts';
import { databaseAway, unconfirmed } from './database-away.ts';
import { type AskedStatement, isRead, isSafeToRepeat } from './statement-kinds.ts';

/**
 * The most time for a call and its repeats, in ms. `read` applies to a call that only reads while a person waits, and
 * `write` to any other call.
 */
const MOST_MS = { read: 3000, write: 10_000 };
const REPEATS = 2;
/** The shortest pause before the first repeat, in ms. Before each further repeat, the shortest pause triples. */
const PAUSE_MS = 50;

type Source = Pick<D1Database, 'prepare' | 'batch'>;

const ASK_MS = 1000;

let isAway = false;
/** The time when `askDatabase` last asked, in UTC ms. */
let asked_at = 0;

/** True after a call has failed because of the platform, until the database answers a call again. */
export const isDatabaseAway = () => isAway;

const repeatable = new AsyncLocalStorage<true>();

/**
 * Allows repeats of the calls in `write`. The caller makes sure that a second run changes nothing more and gives the
 * same answer: each statement has a condition that is false once the statement has run.
 */
export function repeatably<T>(write: () => T): T {
  return repeatable.run(true, write);
}

export async function askDatabase(db: Db): Promise<void> {
  if (Date.now() - asked_at < ASK_MS) return;
  asked_at = Date.now();
  // The call itself has already recorded a failure in `isAway`.
  await db.$client
    .prepare('select 1')
    .run()
    .catch(() => undefined);
}

/**
 * Gives each call a time limit. A call that fails because of the platform is repeated up to twice, if it did not run or
 * a second run is safe (docs/decisions/house/0045-d1-in-a-bad-minute.md). Throws `server.unavailable` if nothing was
 * changed, and `server.unconfirmed` if something may have changed.
 */
export function patientDb(source: Source): D1Database {
  const both: Source = {
    prepare: (sql) => statementOf(source, { sql, values: [] }),
    batch: <T>(statements: D1PreparedStatement[]) => {
      const asked = statements.map((statement) => (statement as unknown as PatientStatement).asked);
      return call(asked, () => source.batch<T>(asked.map((each) => prepared(source, each))));
    },
  };
  return both as D1Database;
}

interface PatientStatement extends D1PreparedStatement {
  asked: AskedStatement;
}

const prepared = (source: Source, { sql, values }: AskedStatement) => source.prepare(sql).bind(...values);

function statementOf(source: Source, asked: AskedStatement): D1PreparedStatement {
  const run = (method: 'first' | 'run' | 'all' | 'raw', given: unknown[]) =>
    call([asked], () => {
      const statement = prepared(source, asked);
      return (statement[method] as (...same: unknown[]) => Promise<unknown>).apply(statement, given);
    });
  const statement = {
    asked,
    bind: (...values: unknown[]) => statementOf(source, { ...asked, values }),
    first: (...given: unknown[]) => run('first', given),
    run: (...given: unknown[]) => run('run', given),
    all: (...given: unknown[]) => run('all', given),
    raw: (...given: unknown[]) => run('raw', given),
  };
  return statement as PatientStatement;
}

async function call<T>(asked: readonly AskedStatement[], run: () => Promise<T>): Promise<T> {
  const request = currentRequest();
  const reads = asked.every(isRead);
  const most = reads && !request?.is_job ? MOST_MS.read : MOST_MS.write;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new TooLate('No answer in time.')),
    Math.max(0, Math.min(most, (request?.until ?? Number.POSITIVE_INFINITY) - Date.now())),
  );
  let mayHaveRun = false;
  const failed = (cause: unknown) => {
    if (request && !reads) request.has_written ||= mayHaveRun;
    isAway = true;
    return mayHaveRun || request?.has_written ? unconfirmed({ cause, key: request?.key }) : databaseAway(cause);
  };
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await Promise.race([run(), late.promise]);
        if (request && !reads) request.has_written = true;
        isAway = false;
        return answer;
      } catch (error) {
        const failure = d1Failure(error);
        // An earlier try may have been stored and may cause this refusal, so the refusal proves nothing.
        if (!failure && mayHaveRun) throw failed(error);
        if (!failure) {
          isAway = false;
          throw error;
        }
        mayHaveRun ||= failure.may_have_run && !reads;
        const isSafe = !mayHaveRun || repeatable.getStore() || isSafeToRepeat(asked, request?.key);
        if (tries > REPEATS || !failure.is_brief || !isSafe) throw failed(error);
      }
      await Promise.race([pause(tries), late.promise]).catch((error: unknown) => {
        throw failed(error);
      });
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Waits a random time, so that callers who failed together do not try again together. */
function pause(tries: number): Promise<void> {
  const shortest = PAUSE_MS * 3 ** (tries - 1);
  return new Promise((resolve) => setTimeout(resolve, shortest * (1 + 2 * Math.random())));
}
