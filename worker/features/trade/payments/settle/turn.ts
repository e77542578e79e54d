import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import type { Provider } from '../../provider/provider.ts';
import { commit } from './commit.db.ts';
import type { Sale } from './sale.db.ts';

/** One look at a payment: what is stored, and where the provider is asked. */
export interface Look {
  env: Env;
  db: Db;
  provider: Provider;
  now: Date;
  sale: Sale;
}

/**
 * `again`: something has moved, so everything is read again. `until`: nothing is due before; null: nothing is expected.
 */
export type Turn = 'again' | { until: Date | null };

type Fields = Parameters<typeof commit>[1]['fields'];

/** Writes a step and asks for another look, whether it was written or somebody else was faster. */
export async function step(
  { db, sale }: Look,
  fields: NonNullable<Fields>,
  statements: Statement[] = [],
): Promise<Turn> {
  await commit(db, { payment: sale.payment, fields, statements });
  return 'again';
}

/** The earliest of some times. Null if there is none. */
export function earliest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time !== null && time !== undefined);
  return known.length > 0 ? new Date(Math.min(...known.map((time) => time.getTime()))) : null;
}

export const after = (time: Date, ms: number) => new Date(time.getTime() + ms);
