import { and, between, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { mailContents } from '../../../../drizzle/tables/talk/mail-contents.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { notifications } from '../../../../drizzle/tables/talk/notifications.ts';
import { outbox, type OutboxRow } from '../../../../drizzle/tables/talk/outbox.ts';
import { type NoticeChannel, OUTBOX_PURPOSES } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { type Lane, laneOf, RATES } from '../../../http/outbox/lanes.rules.ts';
import { ATTEMPT_MS, type NoticeOfMail, OVERDUE_MS } from './mail-decision.rules.ts';

/** A message that has waited longer than this, in ms, is no longer worth sending. */
const TOO_LATE_MS = DAY;
const MAX_REASON = 300;

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** SQL condition: the id is in a list, which may be longer than the 100 parameters of D1. */
const isOneOf = (column: typeof outbox.id | typeof notifications.outbox_id, ids: readonly string[]) =>
  inArray(column, sql`(select value from json_each(${JSON.stringify(ids)}))`);

/** SQL condition: the message is pending. Without the plus, SQLite would search all pending messages for a few ids. */
const isPending = sql`+${outbox.status} = 'pending'`;

export type FoundMessage = OutboxRow & { sealed: string; notice: NoticeOfMail | undefined };

export async function findMessages(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<FoundMessage[]> {
  const shared = sql<string>`(select ${mailContents.sealed} from ${mailContents}
    where ${mailContents.id} = ${outbox.content_id})`;
  const [rows, notices] = await db.batch([
    db
      .select({ ...getTableColumns(outbox), sealed: sql<string>`coalesce(${outbox.sealed}, ${shared})`.as('whole') })
      .from(outbox)
      .where(and(isOneOf(outbox.id, ids), isPending)),
    noticesOf(db, { ids, now }),
  ]);
  const about = new Map(notices.map(({ outbox_id, ...notice }) => [outbox_id, notice]));
  return rows.map((row) => Object.assign(row, { notice: about.get(row.id) }));
}

const optedOut = (channel: NoticeChannel) =>
  sql`exists (select 1 from notice_opt_outs o where o.user_id = ${notifications.user_id}
    and o.kind = ${notifications.kind} and o.channel = ${channel})`;

/** Query for the messages' notifications. It finds none while `push` is off, so that no mail waits for a push. */
function noticesOf(db: Db, { ids, now }: { ids: readonly string[]; now: Date }) {
  const isPushed = sql`exists (select 1 from push_subscriptions b where b.user_id = ${notifications.user_id})
    and not ${optedOut('push')}`;
  const isOpen = sql`exists (select 1 from notice_settings s where s.user_id = ${notifications.user_id}
    and s.live_until > ${now.getTime()})`;
  return db
    .select({
      outbox_id: notifications.outbox_id,
      created_at: notifications.created_at,
      seen_at: notifications.seen_at,
      expires_at: notifications.expires_at,
      reaches: sql<boolean>`(${isPushed}) or ${isOpen}`.mapWith(Boolean).as('reaches'),
      is_unwanted: sql<boolean>`${optedOut('email')}`.mapWith(Boolean).as('is_unwanted'),
    })
    .from(notifications)
    .where(and(isOneOf(notifications.outbox_id, ids), isLaunched('push')));
}

/**
 * Claims messages before they are sent, and returns the claimed ones. If two runs have read the same message, only the
 * run that claims it first sends it.
 */
export async function claimAttempts<Row extends { id: string; attempts: number }>(
  db: Db,
  { rows, now }: { rows: readonly Row[]; now: Date },
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const read = JSON.stringify(rows.map(({ id, attempts }) => [id, attempts]));
  const claimed = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, retry_at: after(now, ATTEMPT_MS + OVERDUE_MS) })
    .where(
      and(
        isPending,
        sql`(${outbox.id}, ${outbox.attempts}) in (select value ->> 0, value ->> 1 from json_each(${read}))`,
      ),
    )
    .returning({ id: outbox.id });
  const ids = new Set(claimed.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

export type Outcome = Pick<
  OutboxRow,
  'id' | 'status' | 'attempts' | 'sent_at' | 'provider_id' | 'last_error' | 'retry_at'
>;

export async function storeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const values = outcomes.map(({ sent_at, retry_at, last_error, ...outcome }) => ({
    ...outcome,
    sent_at: sent_at?.getTime() ?? null,
    retry_at: retry_at?.getTime() ?? null,
    last_error: last_error?.slice(0, MAX_REASON) ?? null,
  }));
  const value = (name: keyof Outcome) => sql`outcome.value ->> ${name}`;
  await db
    .update(outbox)
    .set({
      status: value('status'),
      attempts: value('attempts'),
      sent_at: value('sent_at'),
      provider_id: value('provider_id'),
      last_error: value('last_error'),
      retry_at: value('retry_at'),
    })
    .from(sql`json_each(${JSON.stringify(values)}) outcome`)
    .where(and(sql`${outbox.id} = ${value('id')}`, isPending));
}

const lane = sql<Lane>`case ${sql.join(
  OUTBOX_PURPOSES.flatMap((purpose) =>
    [true, false].map(
      (is_shared) => sql`when ${outbox.purpose} = ${purpose} and (${outbox.content_id} is not null) = ${is_shared}
        then ${laneOf({ purpose, is_shared })}`,
    ),
  ),
  sql` `,
)} end`;

/**
 * Claims the oldest due messages of each lane, up to the limit of the lane in `RATES`. A claim lapses if the message is
 * not tried within some minutes.
 */
export async function claimDue(db: Db, { now }: { now: Date }): Promise<{ id: string; lane: Lane }[]> {
  const neverTried = and(
    isNull(outbox.retry_at),
    eq(outbox.attempts, 0),
    between(outbox.created_at, after(now, -TOO_LATE_MS), after(now, -OVERDUE_MS)),
  );
  const due = db
    .select({
      id: outbox.id,
      lane: lane.as('lane'),
      place: sql`row_number() over (partition by ${lane} order by ${outbox.created_at})`.as('place'),
    })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), or(neverTried, lte(outbox.retry_at, now))))
    .as('due');
  return db
    .update(outbox)
    .set({ retry_at: after(now, OVERDUE_MS) })
    .where(
      inArray(
        outbox.id,
        db
          .select({ id: due.id })
          .from(due)
          .where(sql`${due.place} <= ${JSON.stringify(RATES)} ->> ${due.lane}`),
      ),
    )
    .returning({ id: outbox.id, lane });
}
