import { type History, type Kind, KINDS, type Moved, type Write } from './history.ts';

export interface Row {
  key: string;
  id: string;
}

/** The data stored at the end of the test, once no work is under way. */
export interface Stored {
  rows: Record<Kind, Row[]>;
  rooms: { room: string; seqs: number[] }[];
  listings: { id: string; listed: number; quantity: number; held: number; status: string }[];
  requests: { id: string; listing_id: string; quantity: number; status: string; payment_status: string | null }[];
  ledger_cents: number;
  provider_cents: number;
  /** The mails and text messages that the outbox still has as `pending`. */
  waiting_messages: string[];
  /** Ids of the messages that are stored as sent. */
  sent_ids: string[];
  /** Ids of the messages that the providers of mail and text messages accepted. */
  carried_ids: ReadonlySet<string>;
}

export interface Reckoning {
  lost: string[];
  doubled: string[];
  gaps: string[];
  broken: string[];
}

const ENDED = new Set(['accepted', 'declined', 'cancelled', 'expired']);

export function reckon(history: History, stored: Stored): Reckoning {
  const kinds = KINDS.map((kind) => writesOf(history, { kind, rows: stored.rows[kind] }));
  return {
    lost: [...kinds.flatMap(({ lost }) => lost), ...lostMoves(history, stored), ...lostMessages(stored)],
    doubled: [...kinds.flatMap(({ doubled }) => doubled), ...needlessSessions(history, stored)],
    gaps: [...gapsOf(stored), ...history.heard.flatMap(({ gaps }) => gaps), ...unheard(history, stored)],
    broken: [...brokenStock(stored), ...brokenMoney(stored), ...unended(stored)],
  };
}

function writesOf({ writes }: History, { kind, rows }: { kind: Kind; rows: readonly Row[] }) {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row]);
  const own = [...writes.values()].filter((write) => write.kind === kind);
  const known = new Set(own.map(({ key }) => key));
  return {
    lost: own.flatMap((write) => lossOf(write, found.get(write.key) ?? [])),
    doubled: [...found].flatMap(([key, same]) => {
      if (!known.has(key) && kind !== 'session') return [`${kind} ${key} is stored, and nobody wrote it`];
      return same.length > 1 ? [`${kind} ${key} is stored ${same.length} times`] : [];
    }),
  };
}

function needlessSessions({ sign_ins }: History, { rows }: Stored): string[] {
  return rows.session.length > sign_ins
    ? [`${rows.session.length} sessions are stored after ${sign_ins} tries to sign in`]
    : [];
}

function lossOf({ kind, key, id, refused, tries }: Write, rows: readonly Row[]): string[] {
  if (id !== null && refused !== null) return [`${kind} ${key} was acknowledged, and then: ${refused}`];
  if (id !== null && !rows.some((row) => row.id === id))
    return [`${kind} ${key} was acknowledged as ${id} and is not stored`];
  if (refused !== null && rows.length > 0)
    return [`${kind} ${key} is stored, but try ${tries} was refused: ${refused}`];
  return [];
}

const STATE_AFTER = { accept: 'accepted', decline: 'declined', cancel: 'cancelled', withdraw: 'withdrawn' };

/**
 * Finds acknowledged moves that were lost. A seller's answer may be replaced by the opposite answer or by a
 * cancellation. Any other move must last.
 */
function lostMoves({ moves }: History, { requests, listings }: Stored): string[] {
  const states = new Map([...requests, ...listings].map(({ id, status }) => [id, status]));
  const others = (id: string) => new Set(moves.filter((moved) => moved.id === id).map(({ move }) => move));
  const isKept = ({ move, id }: Moved) => {
    const state = states.get(id);
    if (state === STATE_AFTER[move]) return true;
    if (move !== 'accept' && move !== 'decline') return false;
    return (['cancel', 'accept', 'decline'] as const).some(
      (other) => state === STATE_AFTER[other] && others(id).has(other),
    );
  };
  return moves
    .filter((moved) => moved.acknowledged && !isKept(moved))
    .map(({ move, id }) => `${move} of ${id} was acknowledged, and its status is ${states.get(id) ?? 'missing'}`);
}

function lostMessages({ waiting_messages, sent_ids, carried_ids }: Stored): string[] {
  const unknown = sent_ids.filter((id) => !carried_ids.has(id));
  return [
    ...waiting_messages.map((message) => `message ${message} waits, and nothing will send it`),
    ...unknown.map((id) => `message ${id} is stored as sent, and no carrier took it`),
  ];
}

function gapsOf({ rooms }: Stored): string[] {
  return rooms.flatMap(({ room, seqs }) =>
    seqs.flatMap((seq, at) => {
      const before = seqs[at - 1] ?? 0;
      return seq === before + 1 ? [] : [`${room}: ${seq} stands after ${before}`];
    }),
  );
}

function unheard({ heard }: History, { rooms }: Stored): string[] {
  return heard.flatMap(({ room, last }) => {
    const newest = rooms.find((stored) => stored.room === room)?.seqs.at(-1) ?? 0;
    return last < newest ? [`${room}: a listener heard ${last} of ${newest}`] : [];
  });
}

function brokenStock({ listings, requests }: Stored): string[] {
  return listings.flatMap(({ id, listed, quantity, held }) => {
    const own = requests.filter(({ listing_id }) => listing_id === id);
    const sum = (status: string) =>
      own.filter((request) => request.status === status).reduce((all, request) => all + request.quantity, 0);
    if (quantity + held + sum('accepted') !== listed)
      return [`listing ${id}: ${quantity} left, ${held} held and ${sum('accepted')} sold of ${listed}`];
    return held === sum('pending') ? [] : [`listing ${id} holds ${held} for requests of ${sum('pending')}`];
  });
}

function brokenMoney({ ledger_cents, provider_cents, requests }: Stored): string[] {
  const uncharged = requests.filter(
    ({ status, payment_status }) => (status === 'accepted') !== (payment_status === 'captured'),
  );
  return [
    ...(ledger_cents === provider_cents
      ? []
      : [`the ledger has ${ledger_cents} cents, and the provider ${provider_cents}`]),
    ...uncharged.map(
      ({ id, status, payment_status }) => `request ${id} is ${status}, and its payment ${payment_status ?? 'missing'}`,
    ),
  ];
}

function unended({ requests }: Stored): string[] {
  return requests
    .filter(({ status }) => !ENDED.has(status))
    .map(({ id, status }) => `request ${id} is still ${status}`);
}
