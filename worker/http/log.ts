import { DrizzleQueryError } from 'drizzle-orm';

/** Writes one structured line. Never log a body, a token or an address. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, message, ...fields }));
}

/**
 * The stack of an error and of its causes. A failed query is logged without its parameters, which can be people's addresses, names and
 * secrets.
 */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const what = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const frames = (error.stack ?? '').split(error.message).at(-1) ?? '';
  return `${error.name}: ${what}${frames}${error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`}`;
}

/** A path for the log, without the secret in the address of a person's calendar. */
export function loggedPath(path: string): string {
  return path.replace(/^\/calendar\/.*/, '/calendar/…');
}
