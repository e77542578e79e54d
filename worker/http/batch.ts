import type { BatchItem } from 'drizzle-orm/batch';
import type { Db } from '../context.ts';

/** One statement of a batch. */
export type Statement = BatchItem<'sqlite'>;

/** Runs statements in one transaction: all of them take effect, or none. An empty list does nothing. */
export async function runBatch(db: Db, statements: readonly Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}
