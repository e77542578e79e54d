import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import type { Provider } from '../../provider/provider.ts';
import { commit } from './commit.db.ts';
import type { Sale } from './sale.db.ts';

export interface Snapshot {
  env: Env;
  db: Db;
  provider: Provider;
  now: Date;
  sale: Sale;
}

/** `again`: read a new snapshot. `until`: no step is due before this time; null if no deadline is left. */
export type StepResult = 'again' | { until: Date | null };

type Fields = Parameters<typeof commit>[1]['fields'];

/**
 * Writes one step. Writes nothing if a parallel call of `settle` was faster. In both cases `settle` then reads a new
 * snapshot.
 */
export async function step(
  { db, sale }: Snapshot,
  fields: NonNullable<Fields>,
  statements: Statement[] = [],
): Promise<StepResult> {
  await commit(db, { payment: sale.payment, fields, statements });
  return 'again';
}

export function earliest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time !== null && time !== undefined);
  return known.length > 0 ? new Date(Math.min(...known.map((time) => time.getTime()))) : null;
}

export const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/**
 * Ignores a definite refusal of a call that ends something at the provider, such as a checkout. The provider refuses if
 * the thing has already changed, and the next snapshot shows how.
 */
export async function unlessRefused(call: Promise<unknown>): Promise<'again'> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error;
  }
  return 'again';
}
