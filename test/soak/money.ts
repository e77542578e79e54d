import { parseArgs } from 'node:util';
import { runWorld } from './money/run-world.ts';

/**
 * Buys and sells tickets under faults, and compares the ledger with the provider's balance: `--purchases 50000` in seeds of 200. Exits with
 * 1 if anything is broken.
 */
const { values } = parseArgs({ options: { purchases: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } } });
const EACH = 200;
const seeds = Math.ceil(Number(values.purchases) / EACH);
const met: Record<string, number> = {};
let purchases = 0;
let difference = 0;
let isBroken = false;
for (let seed = Number(values.from); seed < Number(values.from) + seeds; seed++) {
  const outcome = await runWorld({ seed, purchases: EACH });
  purchases += outcome.purchases;
  difference += Math.abs(outcome.difference_cents);
  for (const [what, count] of Object.entries(outcome.met)) met[what] = (met[what] ?? 0) + count;
  for (const sentence of outcome.broken) {
    isBroken = true;
    console.error(`seed ${seed}: ${sentence}`);
  }
  if (seed % 10 === 0) console.info(`${purchases} purchases`);
}
console.info(`${purchases} purchases in ${seeds} seeds`);
for (const [what, count] of Object.entries(met)) console.info(`  ${what}: ${count}`);
console.info(`ledger difference: ${difference}`);
process.exitCode = isBroken || difference !== 0 ? 1 : 0;
