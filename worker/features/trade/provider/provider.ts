import type { Stripe } from 'stripe';
import { type Ask, askOutside, openConnection, type ProviderKeys } from './connection.ts';

/** The balance transaction is null before the capture. Its `fee` is Stripe's fee. */
export type Charge = Omit<Stripe.Charge, 'balance_transaction'> & {
  balance_transaction: Stripe.BalanceTransaction | null;
};

export type Intent = Omit<Stripe.PaymentIntent, 'latest_charge'> & { latest_charge: Charge | null };

/** Newest first. */
export interface Page<Row> {
  data: Row[];
  has_more: boolean;
}

/** Asks for rows made at or after `created_gte` (Unix seconds). The page begins after the row `starting_after`. */
export interface PageQuery {
  created_gte?: number;
  starting_after?: string;
}

/**
 * Amounts are in cents. Each call takes at most ten seconds and throws a `ProviderError` if it fails. `key` is the
 * idempotency key: Stripe repeats the first answer of a key for a day, even an error. Calls without a key are safe to
 * repeat, because Stripe refuses, for example, a second capture.
 */
export interface Provider {
  createCheckout: (params: Stripe.Checkout.SessionCreateParams, key: string) => Promise<Stripe.Checkout.Session>;
  /** For a checkout that keeps a card, `setup_intent` is an object with the kept `payment_method`. */
  findCheckout: (id: string) => Promise<Stripe.Checkout.Session>;
  expireCheckout: (id: string) => Promise<Stripe.Checkout.Session>;
  /** Makes an intent for a kept card. It holds no money before `confirmIntent`. */
  createIntent: (params: Stripe.PaymentIntentCreateParams, key: string) => Promise<Intent>;
  /** Asks the bank for the money while the owner of the card is away. A refused card is an error. */
  confirmIntent: (id: string) => Promise<Intent>;
  findIntent: (id: string) => Promise<Intent>;
  listIntents: (query: PageQuery) => Promise<Page<Intent>>;
  /** Charges `amount_to_capture` of an authorization. Stripe releases the rest. */
  captureIntent: (id: string, params: { amount_to_capture: number }) => Promise<Intent>;
  cancelIntent: (id: string) => Promise<Intent>;
  /** Deletes a customer and the kept card. An unknown customer is an error. */
  deleteCustomer: (id: string) => Promise<Stripe.DeletedCustomer>;
  createRefund: (params: Stripe.RefundCreateParams, key: string) => Promise<Stripe.Refund>;
  listRefunds: (query: { payment_intent: string }) => Promise<Stripe.Refund[]>;
  createTransfer: (params: Stripe.TransferCreateParams, key: string) => Promise<Stripe.Transfer>;
  findTransfer: (id: string) => Promise<Stripe.Transfer>;
  listTransfers: (query: { transfer_group: string }) => Promise<Stripe.Transfer[]>;
  createReversal: (transferId: string, params: { amount: number }, key: string) => Promise<Stripe.TransferReversal>;
  findDispute: (id: string) => Promise<Stripe.Dispute>;
  listDisputes: (query: { payment_intent: string }) => Promise<Stripe.Dispute[]>;
  /** Sends the evidence to the bank at once. It cannot be changed later. */
  submitEvidence: (disputeId: string, evidence: Stripe.DisputeUpdateParams.Evidence) => Promise<Stripe.Dispute>;
  findBalance: () => Promise<Stripe.Balance>;
  findBalanceSettings: () => Promise<Stripe.BalanceSettings>;
  listEventDestinations: () => Promise<Stripe.V2.Core.EventDestination[]>;
  listBalanceTransactions: (query: PageQuery) => Promise<Page<Stripe.BalanceTransaction>>;
  /** Makes a seller's account and returns it with `configuration.recipient` and `requirements`. */
  createAccount: (params: Stripe.V2.Core.AccountCreateParams, key: string) => Promise<Stripe.V2.Core.Account>;
  findAccount: (id: string) => Promise<Stripe.V2.Core.Account>;
  createAccountLink: (params: Stripe.V2.Core.AccountLinkCreateParams) => Promise<Stripe.V2.Core.AccountLink>;
}

const CHARGE = 'latest_charge.balance_transaction';
const EXPANDED = { expand: [CHARGE] };
const ACCOUNT_PARTS = ['configuration.recipient' as const, 'requirements' as const];
const PAGE_SIZE = 100;

/**
 * Throws a `ProviderError`: `not_configured` if there is no secret key, or `refused_host` if `STRIPE_API_BASE` is
 * neither Stripe nor this machine.
 */
export function openProvider(env: ProviderKeys & Pick<Env, 'DB'>, ask: Ask = askOutside(env)): Provider {
  const { get, post, postJson, remove } = openConnection(env, ask);
  const all = async <Row>(list: string, query: object) =>
    (await get<Page<Row>>(list, { ...query, limit: PAGE_SIZE })).data;
  return {
    createCheckout: (params, key) => post('/v1/checkout/sessions', params, key),
    findCheckout: (id) => get(path`/v1/checkout/sessions/${id}`, { expand: ['setup_intent'] }),
    expireCheckout: (id) => post(path`/v1/checkout/sessions/${id}/expire`, {}),
    createIntent: (params, key) => post('/v1/payment_intents', { ...params, ...EXPANDED }, key),
    confirmIntent: (id) => post(path`/v1/payment_intents/${id}/confirm`, { off_session: true, ...EXPANDED }),
    findIntent: (id) => get(path`/v1/payment_intents/${id}`, EXPANDED),
    listIntents: (query) => get('/v1/payment_intents', { ...pageOf(query), expand: [`data.${CHARGE}`] }),
    captureIntent: (id, params) => post(path`/v1/payment_intents/${id}/capture`, { ...params, ...EXPANDED }),
    cancelIntent: (id) => post(path`/v1/payment_intents/${id}/cancel`, EXPANDED),
    deleteCustomer: (id) => remove(path`/v1/customers/${id}`),
    createRefund: (params, key) => post('/v1/refunds', params, key),
    listRefunds: (query) => all('/v1/refunds', query),
    createTransfer: (params, key) => post('/v1/transfers', params, key),
    findTransfer: (id) => get(path`/v1/transfers/${id}`),
    listTransfers: (query) => all('/v1/transfers', query),
    createReversal: (transferId, params, key) => post(path`/v1/transfers/${transferId}/reversals`, params, key),
    findDispute: (id) => get(path`/v1/disputes/${id}`),
    listDisputes: (query) => all('/v1/disputes', query),
    submitEvidence: (disputeId, evidence) => post(path`/v1/disputes/${disputeId}`, { evidence, submit: true }),
    findBalance: () => get('/v1/balance'),
    findBalanceSettings: () => get('/v1/balance_settings'),
    listEventDestinations: async () =>
      (
        await get<{ data: Stripe.V2.Core.EventDestination[] }>('/v2/core/event_destinations', {
          include: ['webhook_endpoint.url'],
          limit: PAGE_SIZE,
        })
      ).data,
    listBalanceTransactions: (query) => get('/v1/balance_transactions', pageOf(query)),
    createAccount: (params, key) => postJson('/v2/core/accounts', { ...params, include: ACCOUNT_PARTS }, key),
    findAccount: (id) => get(path`/v2/core/accounts/${id}`, { include: ACCOUNT_PARTS }),
    createAccountLink: (params) => postJson('/v2/core/account_links', params),
  };
}

const path = (texts: TemplateStringsArray, ...ids: string[]) =>
  String.raw(texts, ...ids.map((id) => encodeURIComponent(id)));

const pageOf = ({ created_gte, starting_after }: PageQuery) => ({
  created: { gte: created_gte },
  starting_after,
  limit: PAGE_SIZE,
});

/** Returns the id of a linked object. A response contains the whole object or only its id. */
export function idOf(linked: string | { id: string }): string;
export function idOf(linked: string | { id: string } | null): string | null;
export function idOf(linked: string | { id: string } | null): string | null {
  return typeof linked === 'string' ? linked : (linked?.id ?? null);
}
