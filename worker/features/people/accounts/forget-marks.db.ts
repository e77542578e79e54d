import { and, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { schoolAsks } from '../../../../drizzle/tables/people/school-asks.ts';
import { schoolProofs } from '../../../../drizzle/tables/people/school-proofs.ts';
import { sellerFacts } from '../../../../drizzle/tables/people/seller-facts.ts';
import { sharedMarks } from '../../../../drizzle/tables/people/shared-marks.ts';
import { visits } from '../../../../drizzle/tables/people/visits.ts';
import { vouches, vouchFreezes, vouchLinks } from '../../../../drizzle/tables/people/vouches.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/database/batch.ts';
import { deleteRows, type RowsOfPerson, rowsOf } from '../../../http/database/rows-of-person.ts';
import { ROWS_OF_DOOR } from '../../../http/shared/door/rows-of-person.ts';
import { ROWS_OF_NIGHTS } from '../../../http/shared/nights/rows-of-person.ts';
import { ROWS_OF_TALK } from '../../../http/shared/talk/rows-of-person.ts';
import { ROWS_OF_TRADE } from '../../../http/shared/trade/rows-of-person.ts';

export const FORGOTTEN: readonly RowsOfPerson[] = [
  ...ROWS_OF_NIGHTS,
  ...ROWS_OF_TALK,
  ...ROWS_OF_TRADE,
  ...ROWS_OF_DOOR,
  rowsOf(vouchLinks, vouchLinks.voucher_id),
  rowsOf(vouches, vouches.vouchee_id),
  rowsOf(vouchFreezes, vouchFreezes.user_id),
  rowsOf(visits, visits.user_id),
  rowsOf(schoolProofs, schoolProofs.user_id),
  rowsOf(schoolAsks, schoolAsks.user_id),
  rowsOf(sharedMarks, sharedMarks.user_id),
  rowsOf(sellerFacts, sellerFacts.user_id),
];

/**
 * Deletes the personal data of deleted accounts after their trade has ended. `users` is a query for their ids. The
 * vouches by which they invited people are ended but stay for two years, so that the invited people do not count as
 * strangers to each other.
 */
export function forgetMarks(db: Db, { users, now }: { users: SQL; now: Date }): Statement[] {
  const isTheirs = (column: SQLiteColumn) => inArray(column, sql`(${users})`);
  return [
    ...deleteRows(db, { rows: FORGOTTEN, users }),
    db.delete(vouches).where(and(isTheirs(vouches.voucher_id), ne(vouches.way, 'link'))),
    db.update(vouches).set({ status: 'revoked', ended_at: now }).where(isTheirs(vouches.voucher_id)),
  ];
}
