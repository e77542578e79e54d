/** Whether a write failed because a unique index holds such a row already. The driver says so in the cause's text only. */
export function isUniqueViolation(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.message.includes('UNIQUE constraint failed')) return true;
  }
  return false;
}
