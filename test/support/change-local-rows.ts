import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TESTED_SERVER } from './tested-server.ts';

/** Runs one statement in the database of the server under test, which runs meanwhile. */
function change(sql: string, ...values: (string | number)[]): void {
  const file = globSync(`${TESTED_SERVER.state}/v3/d1/**/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  const db = new DatabaseSync(file!);
  try {
    // The server does not wait for a lock, so this one is held as briefly as possible: nothing is waited for to reach the disk.
    db.exec('pragma busy_timeout = 5000; pragma synchronous = off');
    db.prepare(sql).run(...values);
  } finally {
    db.close();
  }
}

/** Ends the time of a request: the time to pay, or that of the seller. */
export const endTimeOf = (requestId: string) => change('update ticket_requests set expires_at = ? where id = ?', Date.now(), requestId);

/** Ends the time in which the decision about an application can be undone. */
export const endUndoOf = (applicationId: string) =>
  change('update reseller_applications set tell_at = ? where id = ?', Date.now(), applicationId);

/**
 * Adds a charged request of a buyer for tickets of an event, with its open hand-over, to the database of the server under test. Its money
 * counts as released, because the provider knows nothing of it.
 */
export function addPaidRequest({
  event_id,
  buyer_id,
  seller_id,
  quantity,
}: Record<'event_id' | 'buyer_id' | 'seller_id', string> & { quantity: number }): string {
  const file = globSync(`${TESTED_SERVER.state}/v3/d1/**/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  const db = new DatabaseSync(file!);
  const [id, listing, now] = [crypto.randomUUID(), crypto.randomUUID(), Date.now()];
  const insert = (table: string, row: Record<string, string | number>) =>
    db
      .prepare(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row));
  try {
    db.exec('pragma busy_timeout = 5000; pragma synchronous = off; begin immediate');
    insert('listings', { id: listing, event_id, seller_id, quantity: 0, ask_price_cents: 4000, status: 'sold', created_at: now });
    const about = {
      id,
      event_id,
      listing_id: listing,
      buyer_id,
      seller_id,
      quantity,
      offered_price_cents: 4000,
      told_at: now,
      created_at: now,
    };
    insert('ticket_requests', { ...about, status: 'accepted', idempotency_key: id, expires_at: now });
    const cents = { tickets_cents: 4000 * quantity, buyer_fee_cents: 370 * quantity, seller_fee_cents: 0 };
    insert('payments', { request_id: id, status: 'captured', ...cents, captured_at: now, released_at: now, created_at: now });
    insert('handovers', { request_id: id, due_at: now + 3_600_000, told_status: 'due' });
    db.exec('commit');
  } finally {
    db.close();
  }
  return id;
}
