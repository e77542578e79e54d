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
 * Returns whether a database call can run a second time without further changes and with the same answer. `key` is the
 * HTTP request's Idempotency-Key. A call that inserts this key can always run again: if a client repeats its HTTP
 * request, the same call runs a second time anyway.
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
