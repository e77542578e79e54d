/** One structured line. Never give it a body, a token or an address. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, message, ...fields }));
}
