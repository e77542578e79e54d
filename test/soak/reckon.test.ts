import { expect, test } from 'vitest';
import { begin, emptyHistory, type History, KINDS, type Move, type Write } from './use/history.ts';
import { take } from './use/listening.ts';
import { MOST_HEAP_MB, memoryFaults } from './use/memory.ts';
import { reckon, type Stored } from './use/reckon.ts';
import { faultsOf } from './use/show-result.ts';
import { quickShares } from './use/watching-pages.ts';

const NOTHING = { lost: [], doubled: [], gaps: [], broken: [] };

const rowsOf = (kind: string) => [{ key: `key of ${kind}`, id: `${kind}-1` }];

function quietRun(): { history: History; stored: Stored; write: (key: string) => Write } {
  const history = emptyHistory();
  for (const kind of KINDS)
    Object.assign(begin(history, { kind, key: `key of ${kind}` }), { id: `${kind}-1`, tries: 1 });
  history.heard.push({ room: 'night', from: 0, last: 1, gaps: [] });
  history.moves.push({ move: 'accept', id: 'request-1', acknowledged: true });
  history.sign_ins = 1;
  const stored: Stored = {
    rows: Object.fromEntries(KINDS.map((kind) => [kind, rowsOf(kind)])) as Stored['rows'],
    rooms: [{ room: 'night', seqs: [1] }],
    listings: [{ id: 'listing-1', listed: 3, quantity: 1, held: 0, status: 'active' }],
    requests: [
      { id: 'request-1', listing_id: 'listing-1', quantity: 2, status: 'accepted', payment_status: 'captured' },
    ],
    ledger_cents: 5000,
    provider_cents: 5000,
    waiting_messages: [],
    sent_ids: ['mail-1'],
    carried_ids: new Set(['mail-1', 'mail-2']),
  };
  return { history, stored, write: (key) => history.writes.get(key)! };
}

test('six kinds of writes are checked', () => {
  expect(KINDS).toEqual(['session', 'message', 'request', 'listing', 'event', 'waitlist']);
});

test('a run in which everything is stored once has no faults', () => {
  const { history, stored } = quietRun();
  expect(reckon(history, stored)).toEqual(NOTHING);
});

test.each(KINDS)('an acknowledged %s that is not stored is lost', (kind) => {
  const { history, stored } = quietRun();
  stored.rows[kind] = [];
  expect(reckon(history, stored).lost).toEqual([
    `${kind} key of ${kind} was acknowledged as ${kind}-1 and is not stored`,
  ]);
});

test('a write is lost if no stored row has the id that the server acknowledged', () => {
  const { history, stored, write } = quietRun();
  write('listing key of listing').id = 'listing-2';
  expect(reckon(history, stored).lost).toEqual([
    'listing key of listing was acknowledged as listing-2 and is not stored',
  ]);
});

test('a write that was never acknowledged may be stored, but at most once', () => {
  const { history, stored, write } = quietRun();
  write('event key of event').id = null;
  expect(reckon(history, stored)).toEqual(NOTHING);
  stored.rows.event.push({ key: 'key of event', id: 'event-2' });
  expect(reckon(history, stored).doubled).toEqual(['event key of event is stored 2 times']);
  stored.rows.event = [];
  expect(reckon(history, stored)).toEqual(NOTHING);
});

test('a row counts as doubled if it is stored twice or if nobody wrote it', () => {
  const { history, stored } = quietRun();
  stored.rows.message.push({ key: 'key of message', id: 'message-2' });
  stored.rows.request.push({ key: 'another key', id: 'request-2' });
  expect(reckon(history, stored).doubled).toEqual([
    'message key of message is stored 2 times',
    'request another key is stored, and nobody wrote it',
  ]);
});

test('a sign-in whose answer was lost may leave at most one extra session', () => {
  const { history, stored } = quietRun();
  history.sign_ins = 2;
  stored.rows.session.push({ key: 'session-2', id: 'session-2' });
  expect(reckon(history, stored)).toEqual(NOTHING);
  stored.rows.session.push({ key: 'session-3', id: 'session-3' });
  expect(reckon(history, stored).doubled).toEqual(['3 sessions are stored after 2 tries to sign in']);
});

test('a stored write counts as lost if the server refused its repeat', () => {
  const { history, stored, write } = quietRun();
  Object.assign(write('request key of request'), { id: null, refused: 'tickets.request_pending', tries: 2 });
  write('session key of session').refused = 'signed out';
  expect(reckon(history, stored).lost).toEqual([
    'session key of session was acknowledged, and then: signed out',
    'request key of request is stored, but try 2 was refused: tickets.request_pending',
  ]);
});

test.each<[Move, string, boolean]>([
  ['accept', 'accepted', true],
  ['accept', 'cancelled', false],
  ['accept', 'expired', false],
  ['decline', 'accepted', false],
  ['cancel', 'cancelled', true],
  ['cancel', 'expired', false],
])('if the move “%s” was acknowledged, the ticket request may end as “%s”: %s', (move, status, isKept) => {
  const { history, stored } = quietRun();
  history.moves[0] = { move, id: 'request-1', acknowledged: true };
  stored.requests[0]!.status = status;
  expect(reckon(history, stored).lost).toEqual(
    isKept ? [] : [`${move} of request-1 was acknowledged, and its status is ${status}`],
  );
});

test('a buyer’s cancellation overrides a seller’s answer', () => {
  const { history, stored } = quietRun();
  history.moves.push({ move: 'cancel', id: 'request-1', acknowledged: true });
  Object.assign(stored.requests[0]!, { status: 'cancelled', payment_status: 'failed' });
  stored.listings[0]!.quantity = 3;
  expect(reckon(history, stored)).toEqual(NOTHING);
});

test('a missing message number in a chat is a gap, whether the room or a listener lacks it', () => {
  const { history, stored } = quietRun();
  stored.rooms = [{ room: 'night', seqs: [1, 2, 4] }];
  const [heard] = history.heard;
  take(heard!, { type: 'messages', messages: [{ seq: 1 }, { seq: 2 }] });
  take(heard!, { type: 'message', message: { seq: 4 } });
  expect(reckon(history, stored).gaps).toEqual(['night: 4 stands after 2', 'night: a listener heard 4 after 2']);
});

test('a last message that a listener never heard is a gap', () => {
  const { history, stored } = quietRun();
  stored.rooms = [{ room: 'night', seqs: [1, 2] }];
  expect(reckon(history, stored).gaps).toEqual(['night: a listener heard 1 of 2']);
});

test('stock that does not add up is reported as broken', () => {
  const { history, stored } = quietRun();
  stored.listings[0]!.quantity = 2;
  expect(reckon(history, stored).broken).toEqual(['listing listing-1: 2 left, 0 held and 2 sold of 3']);
  Object.assign(stored.listings[0]!, { quantity: 0, held: 1 });
  expect(reckon(history, stored).broken).toEqual(['listing listing-1 holds 1 for requests of 0']);
});

test('a ledger that differs from the provider is reported as broken', () => {
  const { history, stored } = quietRun();
  stored.ledger_cents = 4999;
  stored.requests[0]!.payment_status = 'authorized';
  expect(reckon(history, stored).broken).toEqual([
    'the ledger has 4999 cents, and the provider 5000',
    'request request-1 is accepted, and its payment authorized',
  ]);
});

test('a message is lost if no carrier received it and nothing will send it', () => {
  const { history, stored } = quietRun();
  stored.waiting_messages.push('mail-6 of 1 attempts (The carrier is down.)');
  stored.sent_ids.push('mail-7');
  expect(reckon(history, stored).lost).toEqual([
    'message mail-6 of 1 attempts (The carrier is down.) waits, and nothing will send it',
    'message mail-7 is stored as sent, and no carrier took it',
  ]);
});

const heapOf = (megabytes: number) => ({ objects: megabytes * 1_048_576, buffers: 0, webassembly: 0 });

test('a run fails if the memory of the Worker ever exceeded its limit', () => {
  expect(memoryFaults([heapOf(12), heapOf(MOST_HEAP_MB)])).toEqual([]);
  expect(memoryFaults([heapOf(71), heapOf(12)])).toEqual(['the heap reached 71 MB, and 64 MB are allowed']);
  expect(memoryFaults([{ ...heapOf(30), webassembly: 40 * 1_048_576 }])).toHaveLength(1);
});

test('a run fails if its memory was never measured', () => {
  expect(memoryFaults([])).toEqual(['the heap was never measured']);
});

test('the last line of a run gives, for each kind of fault, the number of faults and the first fault', () => {
  const { history, stored } = quietRun();
  expect(faultsOf(reckon(history, stored))).toEqual([]);
  stored.ledger_cents = 4999;
  stored.rooms[0]!.seqs = [1, 3, 5];
  expect(faultsOf(reckon(history, stored))).toEqual([
    `3 gaps (${stored.rooms[0]!.room}: 3 stands after 1)`,
    '1 promises broken (the ledger has 4999 cents, and the provider 5000)',
  ]);
});

const waits = Array.from({ length: 2000 }, (_, at) => (at < 1980 ? 200 : 201));

test('cached pages are too slow if fewer than 99 of 100 answer within 200 ms while the database stalls', () => {
  const usual = [1, 2, 3];
  expect(quickShares({ usual, stalled: waits })).toEqual({ usual: 1, stalled: 0.99, is_too_slow: false });
  expect(quickShares({ usual, stalled: waits.slice(1) })).toMatchObject({ is_too_slow: true });
});

test('on a busy machine, cached pages may be as slow during a stall of the database as they usually are', () => {
  expect(quickShares({ usual: waits.slice(1), stalled: waits.slice(1) })).toMatchObject({ is_too_slow: false });
});

test('if only a few cached pages answered during a stall of the database, they never count as too slow', () => {
  expect(quickShares({ usual: [1], stalled: [201] })).toEqual({ usual: 1, stalled: 0, is_too_slow: false });
  expect(quickShares({ usual: [], stalled: [] })).toEqual({ usual: null, stalled: null, is_too_slow: false });
});
