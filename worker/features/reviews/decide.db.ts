import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Accounts, Db } from '../../context.ts';
import { nextVersion } from '../../contract/paging.ts';
import { type AuditedChange, type AuditStamp, NothingChanged, writeAudited } from '../../http/audit.ts';
import { brokenConstraint } from '../../http/constraint.ts';
import { DomainError, notFound, stale } from '../../http/errors.ts';
import type { ChangedEvent, Statement, Write } from '../../http/batch.ts';
import type { MailEvent } from '../../http/mail.ts';
import type { Queue, ReviewStatus } from './queues.db.ts';

/** One row to change, in the version its reviewer saw. */
interface Item {
  id: string;
  updated_at: Date;
}

/** What a reviewer decides. A missing note stays as it is, null empties it. */
interface Decision {
  status?: ReviewStatus | undefined;
  note?: string | null | undefined;
}

/** The facts that the mail about a decision names. */
export interface Decided {
  id: string;
  name: string;
  email: string;
  status: ReviewStatus;
  event: MailEvent | null;
  /** Whether the page to sell tickets is switched on. */
  can_sell: boolean;
}

/** The statements of the mails about a decision, for its transaction; `id` names each for the queue. */
type WriteMails = (decided: readonly Decided[]) => Promise<readonly { id: string; statement: Statement }[]>;

/** What every decision of one request shares. */
interface Desk {
  queue: Queue;
  accounts: Accounts;
  stamp: AuditStamp;
  mails: WriteMails;
}

/** What came of a decision: the mails to send, and the events whose pages must be told because listings went off sale. */
interface Outcome {
  mails: string[];
  changed: ChangedEvent[];
}

/** The event of a waitlist entry as its mail names it, read in the same query. Null without an event. */
const eventOf = (event_id: SQLiteColumn) =>
  sql<string | null>`(select json_object('title', events.title, 'slug', events.slug, 'start_at', events.start_at,
      'venue', json_object('name', venues.name, 'city', venues.city))
    from events join venues on venues.id = events.venue_id where events.id = ${event_id})`.mapWith(readEvent);

function readEvent(json: string): MailEvent {
  const event = JSON.parse(json) as Omit<MailEvent, 'start_at'> & { start_at: number };
  return { ...event, start_at: new Date(event.start_at) };
}

const findRows = (db: Db, { table }: Queue, ids: readonly string[]) =>
  db
    .select({
      id: sql<string>`${table.id}`,
      name: sql<string>`${table.name}`,
      email: sql<string>`${table.email}`,
      email_key: sql<string>`${table.email_key}`,
      status: sql<ReviewStatus>`${table.status}`,
      note: sql<string | null>`${table.note}`,
      updated_at: sql<Date>`${table.updated_at}`.mapWith(table.updated_at),
      event: 'event_id' in table ? eventOf(table.event_id) : sql<null>`null`,
      can_sell: sql<number>`exists (select 1 from launch_switches where feature = 'sell' and is_on = 1)`.mapWith(Boolean),
    })
    .from(table)
    // The ids are one bound value, because a statement takes at most 100 of them.
    .where(inArray(table.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));

type Row = Awaited<ReturnType<typeof findRows>>[number];

/** Decides on one row. Throws `request.stale` with both versions, and `review.refused` for a move that is not allowed. */
export async function decideOne(db: Db, { desk, item, decision }: { desk: Desk; item: Item; decision: Decision }): Promise<Outcome> {
  const { queue } = desk;
  const [row] = await findRows(db, queue, [item.id]);
  if (!row) throw notFound();
  if (row.updated_at.getTime() !== item.updated_at.getTime()) throw stale({ theirs: shown(row), yours: decision });
  const isMove = decision.status !== undefined && decision.status !== row.status;
  if (isMove && !queue.mayMove({ from: row.status, to: decision.status! })) throw refused({ status: notAllowed(row, decision.status!) });
  const mail = await desk.mails(isMove ? [decidedOf(row, decision.status!)] : []);
  try {
    return await write(db, { desk, rows: [row], decision, mail });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    const [theirs] = await findRows(db, queue, [item.id]);
    throw stale({ theirs: theirs ? shown(theirs) : null, yours: decision });
  }
}

/** Makes the same move for many rows, all or none. Throws `review.refused`, which names each row that cannot move. */
export async function decideMany(
  db: Db,
  { desk, items, status }: { desk: Desk; items: readonly Item[]; status: ReviewStatus },
): Promise<Outcome> {
  const { queue } = desk;
  const ids = items.map(({ id }) => id);
  const found = new Map((await findRows(db, queue, ids)).map((row) => [row.id, row]));
  const problems = Object.fromEntries(
    items.map((item) => [item.id, problemOf(queue, { item, row: found.get(item.id), status })]).filter(([, problem]) => problem),
  ) as Record<string, string>;
  if (Object.keys(problems).length > 0) throw refused(problems);
  const rows = ids.map((id) => found.get(id)!);
  const mail = await desk.mails(rows.map((row) => decidedOf(row, status)));
  try {
    return await write(db, { desk, rows, decision: { status }, mail });
  } catch (error) {
    if (error instanceof NothingChanged) throw refused({ items: 'Someone changed one of these meanwhile. Load the list again.' });
    throw error;
  }
}

interface Writing {
  desk: Desk;
  rows: readonly Row[];
  decision: Decision;
}

async function write(db: Db, { mail, ...writing }: Writing & { mail: Awaited<ReturnType<WriteMails>> }): Promise<Outcome> {
  const { desk, rows, decision } = writing;
  const runs = runsOf(db, writing);
  const changes = rows.map((row): AuditedChange => {
    const { status, note } = row;
    const after = afterOf(row, decision);
    const action = `${desk.queue.kind}.${status === after.status ? 'note' : after.status}`;
    return { run: runs.get(row.id)!, action, target_type: desk.queue.kind, target_id: row.id, before: { status, note }, after };
  });
  try {
    const changed = await writeAudited(db, { stamp: desk.stamp, changes, also: mail.map(({ statement }) => statement) });
    return { mails: mail.map(({ id }) => id), changed };
  } catch (error) {
    if (!brokenConstraint(error)?.name.startsWith('reseller_applications.email_key')) throw error;
    throw refused({ status: 'This address has another open or approved application. Decide on that one instead.' });
  }
}

/** The write of each row by its id, each under the condition that the row is still in the version that was read. */
function runsOf(db: Db, { desk, rows, decision }: Writing): Map<string, Write> {
  const { accounts, queue, stamp } = desk;
  const changeOf = (row: Row) => ({ ...afterOf(row, decision), updated_at: nextVersion(row.updated_at, stamp.at) });
  const isSuspension = (row: Row) => queue.suspends({ from: row.status, to: afterOf(row, decision).status });
  const suspended = rows.filter(isSuspension);
  const suspensions = accounts.suspendReseller(
    db,
    suspended.map((row) => ({ id: row.id, email_key: row.email_key, version: row.updated_at, change: changeOf(row) })),
  );
  const others = rows.filter((row) => !isSuspension(row));
  return new Map<string, Write>([
    ...suspended.map(({ id }, at) => [id, suspensions[at]!] as const),
    ...others.map((row) => [row.id, update(db, { queue, row, change: changeOf(row) })] as const),
  ]);
}

const update = (db: Db, { queue, row, change }: { queue: Queue; row: Row; change: object }) =>
  db
    .update(queue.table)
    .set(change)
    .where(and(eq(queue.table.id, row.id), eq(queue.table.updated_at, row.updated_at)));

const afterOf = (row: Row, { status = row.status, note = row.note }: Decision) => ({ status, note });

function problemOf(queue: Queue, { item, row, status }: { item: Item; row: Row | undefined; status: ReviewStatus }): string | null {
  if (!row) return 'This entry was deleted.';
  if (row.updated_at.getTime() !== item.updated_at.getTime()) return 'Someone changed this one since you loaded the list.';
  return queue.mayMove({ from: row.status, to: status }) ? null : notAllowed(row, status);
}

const notAllowed = (row: Row, to: ReviewStatus) => `${words(row.status)} cannot become ${words(to)}.`;

const words = (status: ReviewStatus) => status.replaceAll('_', ' ');

const refused = (fields: Record<string, string>) =>
  new DomainError({ code: 'review.refused', status: 409, message: Object.values(fields)[0]!, fields });

const decidedOf = ({ id, name, email, event, can_sell }: Row, status: ReviewStatus): Decided => ({
  id,
  name,
  email,
  status,
  event,
  can_sell,
});

const shown = ({ status, note, updated_at }: Row) => ({ status, note, updated_at });
