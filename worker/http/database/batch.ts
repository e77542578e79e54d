import type { BatchItem } from 'drizzle-orm/batch';
import type { AccountWrite, Db } from '../../context.ts';

export type Statement = BatchItem<'sqlite'>;

export type Write = Statement | AccountWrite;

export interface ChangedEvent {
  id: string;
  slug: string;
}

/** A follow-up statement of an account write returns one such row for each changed event. */
export interface ChangedRow {
  changed_event_id: string;
  changed_event_slug: string;
}

/**
 * Runs the writes in one transaction. `answers` has one answer for each write, in the order of the writes. The answer
 * for an account write is that of its `change`. Afterwards the caller must pass `changed` to `tellPages`, as
 * `runAndTell` in `rooms/tell-pages.ts` does, or to `tellPagesOf`. Then the events' pages show the change.
 */
export async function runWrites(
  db: Db,
  writes: readonly Write[],
): Promise<{ answers: unknown[]; changed: ChangedEvent[] }> {
  const steps = writes.flatMap(stepsOf);
  const [first, ...rest] = steps.map(({ statement }) => statement);
  if (!first) return { answers: [], changed: [] };
  const answers: unknown[] = await db.batch([first, ...rest]);
  return {
    answers: answers.filter((_, at) => !steps[at]!.follows),
    changed: eventsOf(answers.filter((_, at) => steps[at]!.follows)),
  };
}

export const countStatements = (writes: readonly Write[]): number => writes.flatMap(stepsOf).length;

function stepsOf(write: Write): { statement: Statement; follows: boolean }[] {
  if (!('follow_ups' in write)) return [{ statement: write, follows: false }];
  return [
    { statement: write.change, follows: false },
    ...write.follow_ups.map((statement) => ({ statement, follows: true })),
  ];
}

function eventsOf(answers: readonly unknown[]): ChangedEvent[] {
  const rows = answers.flatMap((answer) => (Array.isArray(answer) ? (answer as unknown[]) : [])).filter(isChangedRow);
  const slugs = new Map(rows.map((row) => [row.changed_event_id, row.changed_event_slug]));
  return Array.from(slugs, ([id, slug]) => ({ id, slug }));
}

function isChangedRow(row: unknown): row is ChangedRow {
  return typeof row === 'object' && row !== null && 'changed_event_id' in row && 'changed_event_slug' in row;
}
