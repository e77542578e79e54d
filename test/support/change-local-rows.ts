import { localRows, runLocally } from './local-rows.ts';

export const endTimeOf = (requestId: string) =>
  localRows('update ticket_requests set expires_at = ? where id = ?', Date.now(), requestId);

export const endUndoOf = (applicationId: string) =>
  localRows('update reseller_applications set tell_at = ? where id = ?', Date.now(), applicationId);

const HOUR_MS = 3_600_000;

const insert = (table: string, row: Record<string, string | number>) => {
  const [names, values] = [Object.keys(row), Object.values(row)];
  return { sql: `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`, values };
};

/**
 * Adds a charged ticket request with an open hand-over. The ledger and the provider have no money for it. So the
 * payment is marked as released to the seller, and `settle` books nothing when the buyer receives the tickets.
 */
export async function addPaidRequest(
  of: Record<'event_id' | 'buyer_id' | 'seller_id', string> & { quantity: number },
): Promise<string> {
  const { event_id, buyer_id, seller_id, quantity } = of;
  const [id, listing, now] = [crypto.randomUUID(), crypto.randomUUID(), Date.now()];
  const about = { id, event_id, listing_id: listing, buyer_id, seller_id, quantity, offered_price_cents: 4000 };
  const request = { ...about, status: 'accepted', idempotency_key: id, expires_at: now, told_at: now, created_at: now };
  const cents = { tickets_cents: 4000 * quantity, buyer_fee_cents: 370 * quantity, seller_fee_cents: 0 };
  const promise = {
    promised_start_at: now + HOUR_MS,
    promised_end_at: now + 6 * HOUR_MS,
    promised_due_at: now + HOUR_MS,
    promised_opens_at: now,
    sold_at_once: 0,
  };
  const sold = { quantity: 0, ask_price_cents: 4000, status: 'sold', created_at: now };
  const times = { captured_at: now, released_at: now, created_at: now };
  await runLocally([
    insert('listings', { id: listing, event_id, seller_id, ...sold }),
    insert('ticket_requests', request),
    insert('payments', { request_id: id, status: 'captured', ...cents, ...promise, ...times }),
    insert('handovers', { request_id: id, due_at: now + HOUR_MS, told_status: 'due' }),
  ]);
  return id;
}

export const addToList = ({ user, ...of }: { event_id: string; name: string; user: { id: string; email: string } }) =>
  runLocally([
    insert('waitlist', {
      ...of,
      id: crypto.randomUUID(),
      email: user.email,
      email_key: user.email.toLowerCase(),
      applicant_id: user.id,
      phone: '617 555 0100',
      instagram: 'list',
      school: 'BU',
      status: 'accepted',
      confirmed_at: Date.now(),
      created_at: Date.now(),
      updated_at: Date.now(),
    }),
  ]);
