import { getTableColumns, gte, lt, sql } from 'drizzle-orm';
import { traffic } from '../../../../drizzle/tables/staff/traffic.ts';
import type { OutboxPurpose } from '../../../../drizzle/vocabulary.ts';
import { DAY } from '../../../contract/time/durations.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import type { Traffic } from '../../../http/answers/traffic.ts';

const { at: _at, version: _version, ...counts } = getTableColumns(traffic);

export async function addTraffic(
  db: Db,
  { version, minutes }: { version: string; minutes: ReadonlyMap<number, Partial<Traffic>> },
): Promise<void> {
  const rows = Array.from(minutes, ([at, counted]) => ({ at, ...counted }));
  const names = Object.keys(counts);
  // All rows are bound as one JSON value, because a statement takes at most 100 bound values.
  await db.run(sql`insert into ${traffic} (at, version, ${sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )})
    select value ->> 'at', ${version}, ${sql.join(
      names.map((name) => sql`coalesce(value ->> ${name}, 0)`),
      sql`, `,
    )}
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (at, version) do update set ${sql.join(
      names.map((name) => sql`${sql.identifier(name)} = ${sql.identifier(name)} + excluded.${sql.identifier(name)}`),
      sql`, `,
    )}`);
}

/** Returns a row for each interval of `step` ms in which there was traffic, the oldest first. */
export async function sumTraffic(
  db: Db,
  { since, step }: { since: Date; step: number },
): Promise<(Traffic & { at: number })[]> {
  const width = sql.raw(String(step));
  const begin = sql<number>`(${traffic.at} / ${width}) * ${width}`;
  const sums = Object.fromEntries(
    Object.entries(counts).map(([name, column]) => [name, sql<number>`sum(${column})`.as(name)]),
  );
  const rows = await db
    .select({ begin: begin.as('begin'), ...sums })
    .from(traffic)
    .where(gte(traffic.at, since))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  return rows.map(({ begin: at, ...row }) => Object.assign(row as unknown as Traffic, { at }));
}

/** `step` is in ms. */
export async function countSent(
  db: Db,
  { since, step }: { since: Date; step: number },
): Promise<{ at: number; purpose: OutboxPurpose; is_shared: number; count: number }[]> {
  // Skips messages written more than a day before `since`, so that an index finds the rows.
  const width = sql.raw(String(step));
  return db.all(sql`select sent_at / ${width} * ${width} as at, purpose,
      content_id is not null as is_shared, count(*) as count
    from outbox
    where status = 'sent' and created_at >= ${since.getTime() - DAY} and sent_at >= ${since.getTime()}
    group by 1, 2, 3`);
}

export async function deleteTrafficBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await deleteSome(db, traffic, lt(traffic.at, before));
}
