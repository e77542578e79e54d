import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, uuidKey } from '../../columns.ts';

/**
 * A comparison of the ledger with the provider's balance. `unmatched` lists the provider's transactions that the ledger
 * lacks or has with a different amount.
 */
export const reconciliations = sqliteTable(
  'reconciliations',
  {
    id: uuidKey(),
    at: instant().notNull(),
    provider_cents: integer().notNull(),
    ledger_cents: integer().notNull(),
    difference_cents: integer().notNull(),
    unmatched: text({ mode: 'json' })
      .$type<{ id: string; source: string | null; type: string; net_cents: number }[]>()
      .notNull(),
    /** How often the provider pays our balance out to the bank. Null if the provider did not say. */
    payout_interval: text(),
  },
  (t) => [
    index('reconciliations_at').on(t.at),
    check('reconciliations_difference', sql`difference_cents = provider_cents - ledger_cents`),
  ],
);

export type Reconciliation = typeof reconciliations.$inferSelect;
export type NewReconciliation = typeof reconciliations.$inferInsert;
