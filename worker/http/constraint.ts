/** What the database said of a refused statement, causes included: it names a failed constraint nowhere else. */
export function refusalOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${refusalOf(error.cause)}` : '';
}
