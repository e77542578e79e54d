import { eq } from 'drizzle-orm';
import { refunds } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../admin.ts';
import { db } from '../db.ts';

/** A payment of $500 for tickets plus $41 in fees. */
export const LARGE = { payment: { tickets_cents: 50_000, buyer_fee_cents: 4100 } };

export const NOTE = 'The bar was shut.';

/** Asks for a refund as an admin. `amount` is in dollars. */
export const refund = (
  headers: Record<string, string>,
  { key = crypto.randomUUID(), ...json }: { request_id: string; amount: number; key?: string },
) => ask('/api/admin/refunds', { headers: { ...headers, 'Idempotency-Key': key }, json: { note: NOTE, ...json } });

export const refundsOf = (request_id: string) => db.select().from(refunds).where(eq(refunds.request_id, request_id));
