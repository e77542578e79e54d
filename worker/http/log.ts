import { DrizzleQueryError } from 'drizzle-orm';
import { requestId } from './answers/current-request.ts';

/** Some programs read these characters as the end of a line, and JSON does not escape them. */
const LINE_END = /[\u0085\u2028\u2029]/g;

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes one line of JSON. Never log a body, a token or an address. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const request_id = requestId();
  const line = JSON.stringify({ level, message, ...(request_id ? { request_id } : {}), ...fields });
  console[level](line.replaceAll(LINE_END, escaped));
}

/** The error as text. Leaves out a failed query's parameters, which can be people's addresses, names and secrets. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const what = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const frames = (error.stack ?? '').split(error.message).at(-1) ?? '';
  return `${error.name}: ${what}${frames}${error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`}`;
}

/** Leaves out the secret in a calendar URL. */
export function loggedPath(path: string): string {
  return path.replace(/^\/calendar\/.*/, '/calendar/…');
}
