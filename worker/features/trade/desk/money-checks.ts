import type { OperationsCheck } from '../../../contract/staff/operations.ts';
import type { Db } from '../../../context.ts';
import { judgeMoney } from './alarm.rules.ts';
import { findBooks, sumBalances } from './overview.db.ts';
import { findStranded } from './stranded.db.ts';

export async function moneyChecks(db: Db, { now }: { now: Date }): Promise<OperationsCheck[]> {
  const [net, books, stranded] = await Promise.all([
    sumBalances(db),
    findBooks(db, { now }),
    findStranded(db, { now }),
  ]);
  return judgeMoney({
    net,
    ...books,
    stranded_cents: stranded.reduce((sum, { left_cents }) => sum + left_cents, 0),
    now,
  });
}
