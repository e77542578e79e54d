import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Accounts, Db } from '../../../context.ts';
import { nextVersion } from '../../../contract/paging.ts';
import { UNDO_MS } from '../../../contract/staff/undo.ts';
import { type AuditedChange, type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { DomainError, notFound, stale } from '../../../http/answers/errors.ts';
import type { ChangedEvent, Write } from '../../../http/database/batch.ts';
import type { Queue, ReviewStatus } from './queues.db.ts';

/** `updated_at` is the version that the reviewer saw. */
interface Item {
  id: string;
  updated_at: Date;
}

/** An undefined `note` keeps the stored note; null clears it. */
interface Decision {
  status?: ReviewStatus | undefined;
  note?: string | null | undefined;
  /** The mail quotes the question. */
  question?: string | null | undefined;
}

interface Desk {
  queue: Queue;
  accounts: Accounts;
  stamp: AuditStamp;
}

interface Outcome {
  /** Until when the decision can be undone. Null if nobody gets a mail about it. */
  undo_until: Date | null;
  /** The events whose listings went off sale. */
  changed: ChangedEvent[];
}

const findRows = (db: Db, { table }: Queue, ids: readonly string[]) =>
  db
    .select({
      id: sql<string>`${table.id}`,
      email_key: sql<string>`${table.email_key}`,
      status: sql<ReviewStatus>`${table.status}`,
      note: sql<string | null>`${table.note}`,
      updated_at: sql<Date>`${table.updated_at}`.mapWith(table.updated_at),
      told_status: sql<ReviewStatus | null>`${table.told_status}`,
      is_confirmed: ('confirmed_at' in table ? sql<number>`${table.confirmed_at} is not null` : sql<number>`1`).mapWith(
        Boolean,
      ),
    })
    .from(table)
    // One bound value, because a statement takes at most 100.
    .where(inArray(table.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));

const NOT_CONFIRMED = 'This person hasn’t confirmed their place yet. Decide once they have.';

type Row = Awaited<ReturnType<typeof findRows>>[number];

/**
 * Throws `request.not_found`, `request.stale` if the row has changed since the reviewer saw it, and `review.refused` if
 * the row may not get the new status.
 */
export async function decideOne(
  db: Db,
  { desk, item, decision }: { desk: Desk; item: Item; decision: Decision },
): Promise<Outcome> {
  const { queue } = desk;
  const [row] = await findRows(db, queue, [item.id]);
  if (!row) throw notFound();
  if (row.updated_at.getTime() !== item.updated_at.getTime()) throw stale({ theirs: shown(row), yours: decision });
  const isMove = decision.status !== undefined && decision.status !== row.status;
  if (isMove && !row.is_confirmed) throw refused({ status: NOT_CONFIRMED });
  if (isMove && !queue.mayMove({ from: row.status, to: decision.status! }))
    throw refused({ status: notAllowed(row, decision.status!) });
  try {
    return await write(db, { desk, rows: [row], decision });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    const [theirs] = await findRows(db, queue, [item.id]);
    throw stale({ theirs: theirs ? shown(theirs) : null, yours: decision });
  }
}

/** Decides all rows or none. Throws `review.refused`. */
export async function decideMany(
  db: Db,
  { desk, items, status }: { desk: Desk; items: readonly Item[]; status: ReviewStatus },
): Promise<Outcome> {
  const { queue } = desk;
  const ids = items.map(({ id }) => id);
  const found = new Map((await findRows(db, queue, ids)).map((row) => [row.id, row]));
  const problems = Object.fromEntries(
    items
      .map((item) => [item.id, problemOf(queue, { item, row: found.get(item.id), status })])
      .filter(([, problem]) => problem),
  ) as Record<string, string>;
  if (Object.keys(problems).length > 0) throw refused(problems);
  const rows = ids.map((id) => found.get(id)!);
  try {
    return await write(db, { desk, rows, decision: { status } });
  } catch (error) {
    if (error instanceof NothingChanged)
      throw refused({ items: 'Someone else just changed one of these. Reload the list.' });
    throw error;
  }
}

interface Writing {
  desk: Desk;
  rows: readonly Row[];
  decision: Decision;
}

async function write(db: Db, writing: Writing): Promise<Outcome> {
  const { desk, rows, decision } = writing;
  const runs = runsOf(db, writing);
  const changes = rows.map((row): AuditedChange => {
    const { status, note } = row;
    const after = afterOf(row, decision);
    const action = `${desk.queue.kind}.${status === after.status ? 'note' : after.status}`;
    return {
      run: runs.get(row.id)!,
      action,
      target_type: desk.queue.kind,
      target_id: row.id,
      before: { status, note },
      after,
    };
  });
  try {
    const changed = await writeAudited(db, { stamp: desk.stamp, changes });
    const tells = rows.map((row) => toldOf(row, { desk, decision })?.tell_at ?? null);
    return { undo_until: tells.find((at) => at !== null) ?? null, changed };
  } catch (error) {
    if (!brokenConstraint(error)?.name.startsWith('reseller_applications.email_key')) throw error;
    throw refused({ status: 'This address has another open or approved application. Decide on that one instead.' });
  }
}

function runsOf(db: Db, { desk, rows, decision }: Writing): Map<string, Write> {
  const { accounts, queue, stamp } = desk;
  const changeOf = (row: Row) => ({
    ...afterOf(row, decision),
    ...questionOf(desk, decision),
    ...toldOf(row, { desk, decision }),
    updated_at: nextVersion(row.updated_at, stamp.at),
  });
  const isSuspension = (row: Row) => queue.suspends({ from: row.status, to: afterOf(row, decision).status });
  const suspended = rows.filter(isSuspension);
  const suspensions = accounts.suspendReseller(
    db,
    suspended.map((row) => {
      const { note } = afterOf(row, decision);
      const change = { note, tell_at: stamp.at, updated_at: nextVersion(row.updated_at, stamp.at) };
      return { id: row.id, email_key: row.email_key, version: row.updated_at, change };
    }),
  );
  const others = rows.filter((row) => !isSuspension(row));
  return new Map<string, Write>([
    ...suspended.map(({ id }, at) => [id, suspensions[at]!] as const),
    ...others.map((row) => [row.id, update(db, { queue, row, change: changeOf(row) })] as const),
  ]);
}

const update = (db: Db, { queue, row, change }: { queue: Queue; row: Row; change: object }) =>
  queue.decide(db, {
    fields: change,
    where: and(eq(queue.table.id, row.id), eq(queue.table.updated_at, row.updated_at)),
  });

/**
 * Returns when to mail the decision, and the status that the person knows until then. Returns undefined if only the
 * note changes. A return to the known status, or to `pending`, causes no mail. A suspension ends sales, so its mail
 * goes out immediately.
 */
function toldOf(row: Row, { desk: { queue, stamp }, decision }: Pick<Writing, 'desk' | 'decision'>) {
  const { status } = afterOf(row, decision);
  if (status === row.status) return undefined;
  const told_status = row.told_status ?? row.status;
  if (status === told_status || status === 'pending') return { tell_at: null, told_status: null };
  const delay = queue.suspends({ from: row.status, to: status }) ? 0 : UNDO_MS;
  return { tell_at: new Date(stamp.at.getTime() + delay), told_status };
}

const questionOf = ({ queue }: Desk, { status, question = null }: Decision) =>
  queue.kind === 'application' && status === 'needs_info' ? { question } : {};

const afterOf = (row: Row, { status = row.status, note = row.note }: Decision) => ({ status, note });

function problemOf(
  queue: Queue,
  { item, row, status }: { item: Item; row: Row | undefined; status: ReviewStatus },
): string | null {
  if (!row) return 'This entry was deleted.';
  if (row.updated_at.getTime() !== item.updated_at.getTime())
    return 'Someone changed this one since you loaded the list.';
  if (!row.is_confirmed) return NOT_CONFIRMED;
  return queue.mayMove({ from: row.status, to: status }) ? null : notAllowed(row, status);
}

const notAllowed = (row: Row, to: ReviewStatus) => `You can’t change ${words(row.status)} to ${words(to)}.`;

const words = (status: ReviewStatus) => status.replaceAll('_', ' ');

const refused = (fields: Record<string, string>) =>
  new DomainError({ code: 'review.refused', status: 409, message: Object.values(fields)[0]!, fields });

const shown = ({ status, note, updated_at }: Row) => ({ status, note, updated_at });
