import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Kind } from './history.ts';
import type { Outside } from './outside.ts';
import type { Row, Stored } from './reckon.ts';

const QUERIES: Record<Exclude<Kind, 'message'>, string> = {
  session: "SELECT id AS key, id FROM auth_sessions WHERE user_id LIKE '50a50a50-%'",
  request: "SELECT idempotency_key AS key, id FROM ticket_requests WHERE buyer_id LIKE '50a50a50-%'",
  listing: "SELECT idempotency_key AS key, id FROM listings WHERE seller_id LIKE '50a50a50-%'",
  event: "SELECT substr(title, 7) AS key, id FROM events WHERE title LIKE 'Night soak-%'",
  waitlist:
    "SELECT event_id || ' ' || email AS key, event_id || ' ' || email AS id FROM waitlist WHERE email LIKE 'soak-%'",
};

/**
 * `waiting` counts pending messages, pending requests and payments that are not charged yet. `ledger_cents`: the
 * balance of the ledger's account `provider`.
 */
export function readUnrest(state: string): { waiting: number; ledger_cents: number } {
  const database = openDatabase(state, { readOnly: true });
  try {
    return database.prepare(UNREST).get() as { waiting: number; ledger_cents: number };
  } finally {
    database.close();
  }
}

const SENT = "SELECT provider_id AS id FROM outbox WHERE status = 'sent' AND provider_id IS NOT NULL";
const LEDGER = `SELECT (SELECT coalesce(sum(debits_cents - credits_cents), 0) FROM ledger_accounts
  WHERE name = 'provider')`;
const UNREST = `${LEDGER} AS ledger_cents,
  (SELECT count(*) FROM outbox WHERE status = 'pending') + (SELECT count(*) FROM ticket_requests WHERE status = 'pending')
    + (SELECT count(*) FROM payments WHERE status IN ('awaiting', 'authorized')) AS waiting`;

function openDatabase(state: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  const file = globSync(`${state}/v3/d1/**/*.sqlite`).find((path) => !path.endsWith('metadata.sqlite'));
  return new DatabaseSync(file!, { readOnly, timeout: 10_000 });
}

/** Reads the files of the database and the rooms. No server may be using them. */
export function readStored(state: string, outside: Outside): Stored {
  const database = openDatabase(state, { readOnly: false });
  const all = <T>(query: string) => database.prepare(query).all() as T[];
  try {
    const rooms = readRooms(state);
    return {
      rows: {
        session: all(QUERIES.session),
        request: all(QUERIES.request),
        listing: all(QUERIES.listing),
        event: all(QUERIES.event),
        waitlist: all(QUERIES.waitlist),
        message: rooms.flatMap(({ messages }) => messages),
      },
      rooms: rooms.map(({ room, seqs }) => ({ room, seqs })),
      listings: all(
        `SELECT id, json_extract(idempotency_body, '$.quantity') AS listed, quantity, held, status FROM listings
          WHERE seller_id LIKE '50a50a50-%'`,
      ),
      requests: all(
        `SELECT r.id, r.listing_id, r.quantity, r.status, p.status AS payment_status
          FROM ticket_requests r LEFT JOIN payments p ON p.request_id = r.id`,
      ),
      ledger_cents: all<{ cents: number }>(`${LEDGER} AS cents`)[0]!.cents,
      provider_cents: outside.provider.state().balance,
      waiting_messages: all<{ text: string }>(
        `SELECT id || ' of ' || attempts || ' attempts (' || coalesce(last_error, 'no error') || ')' AS text FROM outbox
          WHERE status = 'pending'`,
      ).map(({ text }) => text),
      sent_ids: all<{ id: string }>(SENT).map(({ id }) => id),
      carried_ids: new Set([...outside.sent.mail, ...outside.sent.sms].map(({ id }) => id)),
    };
  } finally {
    database.close();
  }
}

function readRooms(state: string): { room: string; seqs: number[]; messages: Row[] }[] {
  const files = globSync(`${state}/v3/do/*EventRoom/*.sqlite`).filter((path) => !path.endsWith('metadata.sqlite'));
  return files.flatMap((file) => {
    const database = new DatabaseSync(file);
    try {
      const room = database.prepare('SELECT event_id FROM room').get()?.['event_id'];
      if (!room) return [];
      // The text of a message ends with the key that its author chose. So a message that is stored twice is found even
      // if its rows have different `client_id`s.
      const query = `SELECT seq, substr(body, 6) AS key, id FROM messages
        UNION ALL SELECT seq, client_id, id FROM sent_keys ORDER BY seq`;
      const messages = database.prepare(query).all() as unknown as (Row & { seq: number })[];
      return [{ room: String(room), seqs: messages.map(({ seq }) => seq), messages }];
    } finally {
      database.close();
    }
  });
}
