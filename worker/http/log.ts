import { DrizzleQueryError } from 'drizzle-orm';

/** One structured line. Never give it a body, a token or an address. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, message, ...fields }));
}

/**
 * Where an error came from and why, causes included. A failed query is named without the values it was given: they are people's addresses,
 * names and secrets.
 */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const what = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const frames = (error.stack ?? '').split(error.message).at(-1) ?? '';
  return `${error.name}: ${what}${frames}${error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`}`;
}
