import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';

type Person = string | SQL | AnySQLiteColumn;

/** SQL condition: the accounts share a mark (see `shared_marks`), one invited the other, or a third invited both. */
export function areLinked(one: Person, other: Person): SQL<boolean> {
  return sql`(exists (select 1 from shared_marks as mark join shared_marks as same on same.mark_hash = mark.mark_hash
    and same.user_id = ${other}
      where mark.user_id = ${one})
    or exists (select 1 from vouches as invited where invited.way = 'link' and invited.vouchee_id = ${one}
      and (invited.voucher_id = ${other}
      or exists (select 1 from vouches as too where too.way = 'link' and too.vouchee_id = ${other}
        and too.voucher_id = invited.voucher_id)))
    or exists (select 1 from vouches as invited where invited.way = 'link' and invited.vouchee_id = ${other}
      and invited.voucher_id = ${one}))`.mapWith(Boolean);
}
