/** Formats a JSON value as text. A string stays as it is. Null and undefined become an empty string. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
