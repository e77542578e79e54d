import type { Stripe } from 'stripe';
import type {
  Charge,
  Customer,
  Dispute,
  Intent,
  KeptMethod,
  Refund,
  Setup,
  StoredAccount,
  StoredLink,
  StoredSession,
  Transaction,
  Transfer,
} from './objects.ts';

export interface QueuedEvent {
  id: string;
  payload: string;
  /** The earliest time to send it, in ms. */
  due: number;
  tries: number;
}

export interface StoredAnswer {
  /** Method, path and body of the first request with the idempotency key. */
  request: string;
  status: number;
  text: string;
  /** In ms. */
  at: number;
}

/** Each map is in the order of creation. */
export const emptyState = () => ({
  sequence: 0,
  /** The sum of `net` over all balance transactions, in cents. */
  balance: 0,
  payout_interval: 'manual' as 'manual' | 'daily',
  sessions: new Map<string, StoredSession>(),
  intents: new Map<string, Intent>(),
  charges: new Map<string, Charge>(),
  setups: new Map<string, Setup>(),
  customers: new Map<string, Customer>(),
  methods: new Map<string, KeptMethod>(),
  refunds: new Map<string, Refund>(),
  transfers: new Map<string, Transfer>(),
  disputes: new Map<string, Dispute>(),
  transactions: new Map<string, Transaction>(),
  accounts: new Map<string, StoredAccount>(),
  links: new Map<string, StoredLink>(),
  answers: new Map<string, StoredAnswer>(),
  events: new Map<string, QueuedEvent>(),
  /**
   * Ids of refunds and disputes under the id of their intent, and ids of transfers under their transfer group. The key
   * `session:<intent>` has the id of the session that made the intent.
   */
  related: new Map<string, string[]>(),
  /** When sessions and authorizations expire, in Unix seconds, under their ids. */
  deadlines: new Map<string, number>(),
});
export type State = ReturnType<typeof emptyState>;

export const toText = (state: State) =>
  JSON.stringify(state, (_key, value: unknown) => (value instanceof Map ? [...value] : value));

export function fromText(text: string): State {
  const stored = JSON.parse(text) as Record<string, unknown>;
  const entries = Object.entries(emptyState()).map(([name, empty]: [string, unknown]) => {
    if (empty instanceof Map) return [name, new Map((stored[name] ?? []) as [string, unknown][])];
    return [name, stored[name] ?? empty];
  });
  return Object.fromEntries(entries) as State;
}

/** How often the fake fails. Each field except `delayMs` is a rate from 0 to 1. Tests change the fields. */
export const noFaults = () => ({
  /** Answers 503 before the call has any effect. Does not store the answer under the idempotency key. */
  serverError: 0,
  /** The call has its effect, and then the connection breaks. */
  lostAnswer: 0,
  /** Answers 500 and stores the answer under the idempotency key. Half of these calls have their effect. */
  storedError: 0,
  doubledWebhook: 0,
  lostWebhook: 0,
  shuffledWebhooks: 0,
  delayedWebhook: 0,
  delayMs: 600_000,
});
export type Faults = ReturnType<typeof noFaults>;

export interface CoreOptions {
  /** Milliseconds since 1970. */
  now: () => number;
  random: () => number;
  origin: string;
  webhookUrl: string;
}

export interface Core extends CoreOptions {
  state: State;
  faults: Faults;
  happens: (rate: number) => boolean;
  /** Unix seconds, as in Stripe's objects. */
  seconds: () => number;
  makeId: (prefix: string) => string;
  relate: (parent: string, id: string) => void;
  /** `account`: the seller's account that the event is about. */
  emit: (type: Stripe.Event['type'], object: object, account?: string) => void;
  /** Queues a v2 event, which only names the account. */
  emitThin: (type: string, accountId: string) => void;
}

export function makeCore(options: CoreOptions): Core {
  const core: Core = {
    ...options,
    state: emptyState(),
    faults: noFaults(),
    happens: (rate) => rate > 0 && options.random() < rate,
    seconds: () => Math.floor(options.now() / 1000),
    makeId: (prefix) => `${prefix}_fake${String(++core.state.sequence).padStart(6, '0')}${letters(options.random)}`,
    relate: (parent, id) => {
      core.state.related.set(parent, [...(core.state.related.get(parent) ?? []), id]);
    },
    emit: (type, object, account) => {
      const head = { object: 'event', api_version: '2026-10-28.endive', created: core.seconds(), type };
      queue({ ...head, data: { object }, ...(account ? { account } : {}) });
    },
    emitThin: (type, id) => {
      const related_object = { id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` };
      queue({ object: 'v2.core.event', created: new Date(core.now()).toISOString(), type, related_object });
    },
  };

  function queue(event: object): void {
    const id = core.makeId('evt');
    const delay = core.happens(core.faults.delayedWebhook) ? Math.floor(core.random() * core.faults.delayMs) : 0;
    core.state.events.set(id, { id, payload: JSON.stringify({ id, ...event }), due: core.now() + delay, tries: 0 });
  }

  return core;
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const letters = (random: () => number) =>
  Array.from({ length: 10 }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
