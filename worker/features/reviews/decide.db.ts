import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import type { Db } from '../../context.ts';
import { nextVersion } from '../../contract/paging.ts';
import { type AuditedChange, type AuditStamp, NothingChanged, writeAudited } from '../../http/audit.ts';
import { refusalOf } from '../../http/constraint.ts';
import { DomainError, notFound, stale } from '../../http/errors.ts';
import { eventsIn, takeOffSale } from '../../http/take-off-sale.ts';
import type { ChangedEvent } from '../../rooms/tell-pages.ts';
import type { Queue, ReviewStatus } from './queues.ts';

/** One row to change, in the version its reviewer saw. */
interface Item {
  id: string;
  updated_at: Date;
}

/** The statements that tell people of a decision, written in its transaction; `id` names each for the queue. */
type WriteMails = (decided: readonly Decided[]) => Promise<readonly { id: string; statement: BatchItem<'sqlite'> }[]>;

/** What a reviewer decides; a missing note stays, null empties it. */
interface Decision {
  status?: ReviewStatus | undefined;
  note?: string | null | undefined;
}

/** Someone the decision is about, as the mail needs them. */
export interface Decided {
  id: string;
  name: string;
  email: string;
  status: ReviewStatus;
  event_title: string | null;
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
      updated_at: sql<number>`${table.updated_at}`,
      event_title:
        'event_id' in table
          ? sql<string | null>`(select events.title from events where events.id = ${table.event_id})`
          : sql<string | null>`null`,
    })
    .from(table)
    // One bound value, however many ids: a statement takes at most 100.
    .where(inArray(table.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));

type Row = Awaited<ReturnType<typeof findRows>>[number];

/** What came of a decision: the mails written, for the queue, and the nights that lost listings by it, for their pages. */
interface Outcome {
  mails: string[];
  changed: ChangedEvent[];
}

/** Changes one row: `request.stale` shows both versions, `review.refused` a move that is not allowed. */
export async function decideOne(
  db: Db,
  { queue, item, decision, stamp, mails }: { queue: Queue; item: Item; decision: Decision; stamp: AuditStamp; mails: WriteMails },
): Promise<Outcome> {
  const [row] = await findRows(db, queue, [item.id]);
  if (!row) throw notFound();
  if (row.updated_at !== item.updated_at.getTime()) throw stale({ theirs: shown(row), yours: decision });
  const moved = decision.status !== undefined && decision.status !== row.status;
  if (moved && !queue.mayMove({ from: row.status, to: decision.status! })) throw refused({ status: notAllowed(row, decision.status!) });
  const mail = await mails(moved ? [decidedOf(row, decision.status!)] : []);
  try {
    return await write(db, { queue, rows: [row], decision, stamp, mail });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    const [theirs] = await findRows(db, queue, [item.id]);
    throw stale({ theirs: theirs ? shown(theirs) : null, yours: decision });
  }
}

/** Makes the same move for many, all or none; `review.refused` names each row that stands in the way. */
export async function decideMany(
  db: Db,
  {
    queue,
    items,
    status,
    stamp,
    mails,
  }: { queue: Queue; items: readonly Item[]; status: ReviewStatus; stamp: AuditStamp; mails: WriteMails },
): Promise<Outcome> {
  const ids = items.map(({ id }) => id);
  const found = new Map((await findRows(db, queue, ids)).map((row) => [row.id, row]));
  const problems = Object.fromEntries(
    items.map((item) => [item.id, problemOf(queue, { item, row: found.get(item.id), status })]).filter(([, problem]) => problem),
  ) as Record<string, string>;
  if (Object.keys(problems).length > 0) throw refused(problems);
  const rows = ids.map((id) => found.get(id)!);
  const mail = await mails(rows.map((row) => decidedOf(row, status)));
  try {
    return await write(db, { queue, rows, decision: { status }, stamp, mail });
  } catch (error) {
    if (error instanceof NothingChanged) throw refused({ items: 'Someone changed one of these meanwhile. Load the list again.' });
    throw error;
  }
}

async function write(
  db: Db,
  {
    queue,
    rows,
    decision,
    stamp,
    mail,
  }: { queue: Queue; rows: readonly Row[]; decision: Decision; stamp: AuditStamp; mail: Awaited<ReturnType<WriteMails>> },
): Promise<Outcome> {
  const changes = rows.map((row): AuditedChange => {
    const before = { status: row.status, note: row.note };
    const after = { status: decision.status ?? row.status, note: decision.note === undefined ? row.note : decision.note };
    const updated_at = nextVersion(new Date(row.updated_at), stamp.at);
    return {
      run: db
        .update(queue.table)
        .set({ ...after, updated_at })
        .where(and(eq(queue.table.id, row.id), eq(queue.table.updated_at, new Date(row.updated_at)))),
      action: `${queue.kind}.${before.status === after.status ? 'note' : after.status}`,
      target_type: queue.kind,
      target_id: row.id,
      before,
      after,
    };
  });
  const barred = rows.filter((row) => queue.endsSelling({ from: row.status, to: decision.status ?? row.status }));
  const offSale = barred.length > 0 ? takeOffSale(db, { sellers: accountsOf(barred) }) : [];
  try {
    const answers = await writeAudited(db, { stamp, changes, also: [...mail.map(({ statement }) => statement), ...offSale] });
    return { mails: mail.map(({ id }) => id), changed: barred.length > 0 ? eventsIn(answers.at(-1)) : [] };
  } catch (error) {
    if (!refusalOf(error).includes('reseller_applications.email_key')) throw error;
    throw refused({ status: 'This person has another open application. Decide that one.' });
  }
}

/** The accounts that the applications speak for: those of their addresses. */
const accountsOf = (rows: readonly Row[]) =>
  sql`select ${authUsers.id} from ${authUsers} where lower(${authUsers.email}) in (select value from json_each(${JSON.stringify(rows.map(({ email_key }) => email_key))}))
    and ${authUsers.email} is not null and ${authUsers.deleted_at} is null`;

function problemOf(queue: Queue, { item, row, status }: { item: Item; row: Row | undefined; status: ReviewStatus }): string | null {
  if (!row) return 'This one is gone.';
  if (row.updated_at !== item.updated_at.getTime()) return 'Someone changed this one since you loaded the list.';
  return queue.mayMove({ from: row.status, to: status }) ? null : notAllowed(row, status);
}

const notAllowed = (row: Row, to: ReviewStatus) => `${words(row.status)} cannot become ${words(to)}.`;

const words = (status: ReviewStatus) => status.replaceAll('_', ' ');

const refused = (fields: Record<string, string>) =>
  new DomainError({ code: 'review.refused', status: 409, message: Object.values(fields)[0]!, fields });

const decidedOf = ({ id, name, email, event_title }: Row, status: ReviewStatus): Decided => ({ id, name, email, status, event_title });

const shown = ({ status, note, updated_at }: Row) => ({ status, note, updated_at: new Date(updated_at) });
