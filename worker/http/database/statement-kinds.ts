/** Quoted text may contain any word, so it is removed before the search for keywords. */
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g;

const SELECT = /^\s*\(?\s*select\b/i;
const OTHER_READ = /^\s*(?:with|explain|values)\b/i;
const WRITING = /\b(?:insert|update|delete|replace\s+into)\b/i;
const INSERT = /^\s*insert\b/i;
const ENDS_WITH_DO_NOTHING = /\bon\s+conflict\b.*\bdo\s+nothing\s*$/is;
const DELETE = /^\s*delete\b/i;
const RETURNING = /\breturning\b/i;

export interface AskedStatement {
  sql: string;
  values: readonly unknown[];
}

/** Returns false in doubt. */
export function isRead({ sql }: AskedStatement): boolean {
  return SELECT.test(sql) || (OTHER_READ.test(sql) && !WRITING.test(sql.replaceAll(QUOTED, '')));
}

/**
 * Whether a second run of a call changes nothing more and has the same answer. A call that inserts `key`, the request's
 * Idempotency-Key, may always run again, because the client's repeat would run the same call.
 */
export function isSafeToRepeat(call: readonly AskedStatement[], key: string | undefined): boolean {
  return call.every(changesNothingTwice) || (key !== undefined && call.some((statement) => stores(statement, key)));
}

function changesNothingTwice(statement: AskedStatement): boolean {
  if (isRead(statement)) return true;
  const bare = statement.sql.replaceAll(QUOTED, '');
  if (RETURNING.test(bare)) return false;
  return DELETE.test(bare) || (INSERT.test(bare) && ENDS_WITH_DO_NOTHING.test(bare));
}

const stores = ({ sql, values }: AskedStatement, key: string) =>
  INSERT.test(sql) && values.some((value) => typeof value === 'string' && value.includes(key));
