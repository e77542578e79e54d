import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { openProvider, type Provider } from './provider.ts';

const BASE = 'https://api.stripe.com';
const KEY = 'sk_test_key';
const CHARGE = 'latest_charge.balance_transaction';
const ENV = { STRIPE_API_BASE: BASE, STRIPE_SECRET_KEY: KEY, DB: {} as D1Database };

/** A recorded request. Its fields are decoded and sorted, so that their order and escaping do not matter. */
type Said = { key: string | null } & Record<
  'method' | 'path' | 'query' | 'form' | 'json' | 'version' | 'authorization',
  unknown
>;

function recorder() {
  const said: Said[] = [];
  const fetch = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(address, init);
    const url = new URL(request.url);
    const body = await request.text();
    const isJson = request.headers.get('Content-Type')?.startsWith('application/json') ?? false;
    said.push({
      method: request.method,
      path: url.pathname,
      query: sorted(url.searchParams),
      form: isJson ? [] : sorted(new URLSearchParams(body)),
      json: isJson && body ? (JSON.parse(body) as unknown) : null,
      version: request.headers.get('Stripe-Version'),
      key: request.headers.get('Idempotency-Key'),
      authorization: request.headers.get('Authorization'),
    });
    return Response.json({ id: 'it', object: 'it', data: [], has_more: false });
  };
  return { said, fetch };
}

const sorted = (fields: URLSearchParams) => [...fields].toSorted(([one], [other]) => one.localeCompare(other));

const CHECKOUT: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  allowed_payment_method_types: ['card'],
  client_reference_id: 'r1',
  metadata: { request_id: 'r1' },
  success_url: 'https://vouch.test/pay/r1?a=1&b=2',
  line_items: [
    { quantity: 2, price_data: { currency: 'usd', unit_amount: 2500, product_data: { name: 'Früh & spät [2]' } } },
  ],
  payment_intent_data: { capture_method: 'manual', transfer_group: 'r1', metadata: { request_id: 'r1' } },
};

const INTENT: Stripe.PaymentIntentCreateParams = {
  amount: 4370,
  currency: 'usd',
  capture_method: 'manual',
  allowed_payment_method_types: ['card'],
  customer: 'cus_1',
  payment_method: 'pm_1',
  transfer_group: 'r1',
  metadata: { request_id: 'r1' },
};

const ACCOUNT: Stripe.V2.Core.AccountCreateParams = {
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  dashboard: 'express',
  identity: { country: 'us', entity_type: 'individual' },
};

const LINK: Stripe.V2.Core.AccountLinkCreateParams = {
  account: 'acct_1',
  use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'https://vouch.test/payouts' } },
};

const INCLUDE: ['configuration.recipient', 'requirements'] = ['configuration.recipient', 'requirements'];
const PAGE = { created: { gte: 7 }, starting_after: 'x_1', limit: 100 };
const QUERY = { created_gte: 7, starting_after: 'x_1' };
const GIVEN = 'k';
const withKey = { idempotencyKey: GIVEN };

type Call<Target> = (target: Target) => Promise<unknown>;

/** Each call of our provider with the same call of Stripe's package. */
const CALLS: Record<keyof Provider, [ours: Call<Provider>, theirs: Call<Stripe>]> = {
  createCheckout: [
    (port) => port.createCheckout(CHECKOUT, GIVEN),
    (stripe) => stripe.checkout.sessions.create(CHECKOUT, withKey),
  ],
  findCheckout: [
    (port) => port.findCheckout('cs_1'),
    (stripe) => stripe.checkout.sessions.retrieve('cs_1', { expand: ['setup_intent'] }),
  ],
  expireCheckout: [(port) => port.expireCheckout('cs_1'), (stripe) => stripe.checkout.sessions.expire('cs_1')],
  createIntent: [
    (port) => port.createIntent(INTENT, GIVEN),
    (stripe) => stripe.paymentIntents.create({ ...INTENT, expand: [CHARGE] }, withKey),
  ],
  confirmIntent: [
    (port) => port.confirmIntent('pi_1'),
    (stripe) => stripe.paymentIntents.confirm('pi_1', { off_session: true, expand: [CHARGE] }),
  ],
  findIntent: [
    (port) => port.findIntent('pi_1'),
    (stripe) => stripe.paymentIntents.retrieve('pi_1', { expand: [CHARGE] }),
  ],
  listIntents: [
    (port) => port.listIntents(QUERY),
    async (stripe) => stripe.paymentIntents.list({ ...PAGE, expand: [`data.${CHARGE}`] }),
  ],
  captureIntent: [
    (port) => port.captureIntent('pi_1', { amount_to_capture: 5 }),
    (stripe) => stripe.paymentIntents.capture('pi_1', { amount_to_capture: 5, expand: [CHARGE] }),
  ],
  cancelIntent: [
    (port) => port.cancelIntent('pi_1'),
    (stripe) => stripe.paymentIntents.cancel('pi_1', { expand: [CHARGE] }),
  ],
  deleteCustomer: [(port) => port.deleteCustomer('cus_1'), (stripe) => stripe.customers.del('cus_1')],
  createRefund: [
    (port) => port.createRefund({ payment_intent: 'pi_1', amount: 5 }, GIVEN),
    (stripe) => stripe.refunds.create({ payment_intent: 'pi_1', amount: 5 }, withKey),
  ],
  listRefunds: [
    (port) => port.listRefunds({ payment_intent: 'pi_1' }),
    async (stripe) => stripe.refunds.list({ payment_intent: 'pi_1', limit: 100 }),
  ],
  createTransfer: [
    (port) => port.createTransfer({ amount: 5, currency: 'usd', destination: 'acct_1' }, GIVEN),
    (stripe) => stripe.transfers.create({ amount: 5, currency: 'usd', destination: 'acct_1' }, withKey),
  ],
  findTransfer: [(port) => port.findTransfer('tr_1'), (stripe) => stripe.transfers.retrieve('tr_1')],
  listTransfers: [
    (port) => port.listTransfers({ transfer_group: 'r1' }),
    async (stripe) => stripe.transfers.list({ transfer_group: 'r1', limit: 100 }),
  ],
  createReversal: [
    (port) => port.createReversal('tr_1', { amount: 5 }, GIVEN),
    (stripe) => stripe.transfers.createReversal('tr_1', { amount: 5 }, withKey),
  ],
  findDispute: [(port) => port.findDispute('du_1'), (stripe) => stripe.disputes.retrieve('du_1')],
  listDisputes: [
    (port) => port.listDisputes({ payment_intent: 'pi_1' }),
    async (stripe) => stripe.disputes.list({ payment_intent: 'pi_1', limit: 100 }),
  ],
  submitEvidence: [
    (port) => port.submitEvidence('du_1', { uncategorized_text: 'a\nb' }),
    (stripe) => stripe.disputes.update('du_1', { evidence: { uncategorized_text: 'a\nb' }, submit: true }),
  ],
  findBalance: [(port) => port.findBalance(), (stripe) => stripe.balance.retrieve()],
  findBalanceSettings: [(port) => port.findBalanceSettings(), (stripe) => stripe.balanceSettings.retrieve()],
  listEventDestinations: [
    (port) => port.listEventDestinations(),
    async (stripe) => stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'], limit: 100 }),
  ],
  listBalanceTransactions: [
    (port) => port.listBalanceTransactions(QUERY),
    async (stripe) => stripe.balanceTransactions.list(PAGE),
  ],
  createAccount: [
    (port) => port.createAccount(ACCOUNT, GIVEN),
    (stripe) => stripe.v2.core.accounts.create({ ...ACCOUNT, include: INCLUDE }, withKey),
  ],
  findAccount: [
    (port) => port.findAccount('acct_1'),
    (stripe) => stripe.v2.core.accounts.retrieve('acct_1', { include: INCLUDE }),
  ],
  createAccountLink: [(port) => port.createAccountLink(LINK), (stripe) => stripe.v2.core.accountLinks.create(LINK)],
};

/** Drops a key that Stripe's package generated for its own retries. Our provider sends only the keys it is given. */
const withoutGenerated = ({ key, ...rest }: Said): Said => ({
  ...rest,
  key: key?.startsWith('stripe-node-retry-') ? null : key,
});

test.each(Object.entries(CALLS))(
  '%s sends the request that Stripe’s own package sends',
  async (_name, [call, same]) => {
    const [ours, theirs] = [recorder(), recorder()];
    await call(openProvider(ENV, ours.fetch));
    const options = { httpClient: Stripe.createFetchHttpClient(theirs.fetch), maxNetworkRetries: 0, telemetry: false };
    await same(new Stripe(KEY, options));
    expect(ours.said).toEqual(theirs.said.map(withoutGenerated));
    expect(ours.said).toHaveLength(1);
  },
);

test('every call of our provider is compared with the same call of Stripe’s package', () => {
  const port = openProvider(ENV);
  expect(Object.keys(CALLS).toSorted()).toEqual(Object.keys(port).toSorted());
});
