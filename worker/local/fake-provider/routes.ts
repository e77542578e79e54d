import * as v from 'valibot';
import { accountView, createAccount, createLink } from './accounts.ts';
import { balanceOf, settingsOf } from './money/balance.ts';
import { createSession, expireSession } from './checkout.ts';
import type { Core } from './core.ts';
import { updateDispute } from './money/disputes.ts';
import { Amount, checked, Expand, Paged, Whole } from './inputs.ts';
import { cancel, capture } from './intents.ts';
import { confirmIntent, createIntent, deleteCustomer } from './kept-cards.ts';
import { expanded, find, pageOf, relatedTo } from './lists.ts';
import { createRefund } from './money/refunds.ts';
import { Refusal } from './refusal.ts';
import { createReversal, createTransfer } from './money/transfers.ts';

interface Call {
  path: string;
  id: string;
  input: unknown;
}

/** `:id` stands for the id in a path. */
type Route = [method: 'GET' | 'POST' | 'DELETE', path: string, run: (core: Core, call: Call) => object];

interface Listed {
  id: string;
  created: number;
}

const OnlyExpand = v.strictObject({ expand: Expand });
const Capture = v.strictObject({ expand: Expand, amount_to_capture: v.optional(Amount) });
const CreatedPaged = v.strictObject({ ...Paged, created: v.optional(v.strictObject({ gte: v.optional(Whole) })) });
const OfIntent = v.strictObject({ ...Paged, payment_intent: v.string() });
const OfDestinations = v.strictObject({
  include: v.optional(v.array(v.literal('webhook_endpoint.url')), []),
  limit: v.optional(Whole),
});
const OfGroup = v.strictObject({ ...Paged, transfer_group: v.string() });

/** `expand` works on every object and list of v1 of the API. */
const ROUTES: Route[] = [
  ['POST', '/v1/checkout/sessions', (core, { input }) => createSession(core, input)],
  [
    'GET',
    '/v1/checkout/sessions/:id',
    ({ state }, call) => only(call, () => find(state.sessions, call.id, 'checkout.session').view),
  ],
  ['POST', '/v1/checkout/sessions/:id/expire', (core, call) => only(call, () => expireSession(core, call.id))],
  ['POST', '/v1/payment_intents', (core, { input }) => createIntent(core, input)],
  ['POST', '/v1/payment_intents/:id/confirm', (core, { id, input }) => confirmIntent(core, id, input)],
  ['DELETE', '/v1/customers/:id', (core, { id }) => deleteCustomer(core, id)],
  ['GET', '/v1/payment_intents', ({ state }, call) => listSince(state.intents, call)],
  [
    'GET',
    '/v1/payment_intents/:id',
    ({ state }, call) => only(call, () => find(state.intents, call.id, 'payment_intent')),
  ],
  [
    'POST',
    '/v1/payment_intents/:id/capture',
    (core, { id, input }) => capture(core, id, checked(Capture, input).amount_to_capture),
  ],
  ['POST', '/v1/payment_intents/:id/cancel', (core, call) => only(call, () => cancel(core, call.id))],
  ['POST', '/v1/refunds', (core, { input }) => createRefund(core, input)],
  ['GET', '/v1/refunds', (core, call) => listOfIntent(core, core.state.refunds, call)],
  ['POST', '/v1/transfers', (core, { input }) => createTransfer(core, input)],
  ['GET', '/v1/transfers', listTransfers],
  ['GET', '/v1/transfers/:id', ({ state }, call) => only(call, () => find(state.transfers, call.id, 'transfer'))],
  ['POST', '/v1/transfers/:id/reversals', (core, { id, input }) => createReversal(core, id, input)],
  ['GET', '/v1/disputes', (core, call) => listOfIntent(core, core.state.disputes, call)],
  ['GET', '/v1/disputes/:id', ({ state }, call) => only(call, () => find(state.disputes, call.id, 'dispute'))],
  ['POST', '/v1/disputes/:id', (core, { id, input }) => updateDispute(core, id, input)],
  ['GET', '/v1/balance', (core, call) => only(call, () => balanceOf(core))],
  ['GET', '/v1/balance_settings', (core, call) => only(call, () => settingsOf(core))],
  ['GET', '/v1/balance_transactions', ({ state }, call) => listSince(state.transactions, call)],
  ['GET', '/v2/core/event_destinations', listDestinations],
  ['POST', '/v2/core/accounts', (core, { input }) => createAccount(core, input)],
  ['GET', '/v2/core/accounts/:id', (core, { id, input }) => accountView(core, id, input)],
  ['POST', '/v2/core/account_links', (core, { input }) => createLink(core, input)],
];

const MATCHED = ROUTES.map(
  ([method, path, run]) => [method, new RegExp(`^${path.replace(':id', '([^/]+)')}$`), run] as const,
);

/** Throws a `Refusal` where Stripe would refuse. */
export function runCall(core: Core, { method, path, input }: { method: string; path: string; input: unknown }): object {
  for (const [verb, pattern, run] of MATCHED) {
    const match = verb === method ? pattern.exec(path) : null;
    if (!match) continue;
    return expanded(core, run(core, { path, id: decodeURIComponent(match[1] ?? ''), input }), expandOf(input));
  }
  throw new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
}

function only<Result>({ input }: Call, run: () => Result): Result {
  checked(OnlyExpand, input);
  return run();
}

function expandOf(input: unknown): readonly string[] {
  const read = v.safeParse(v.object({ expand: Expand }), input);
  return read.success ? read.output.expand : [];
}

const listSince = (rows: ReadonlyMap<string, Listed>, { path, input }: Call) =>
  pageOf([...rows.values()], { ...checked(CreatedPaged, input), url: path });

function listDestinations({ webhookUrl }: Core, { input }: Call) {
  const { include } = checked(OfDestinations, input);
  const kinds = [
    { event_payload: 'snapshot', events_from: ['@self'] },
    { event_payload: 'snapshot', events_from: ['@accounts'] },
    { event_payload: 'thin', events_from: ['@accounts'] },
  ];
  const shown = include.includes('webhook_endpoint.url') ? { webhook_endpoint: { url: webhookUrl } } : {};
  const rest = { object: 'v2.core.event_destination', status: 'enabled', type: 'webhook_endpoint', livemode: false };
  const data = kinds.map((kind, at) => Object.assign(kind, { id: `ed_fake${at}`, enabled_events: ['*'] }, rest, shown));
  return { data, next_page_url: null, previous_page_url: null };
}

function listOfIntent(core: Core, rows: ReadonlyMap<string, Listed>, { path, input }: Call) {
  const { payment_intent, ...page } = checked(OfIntent, input);
  return pageOf(relatedTo(core, rows, payment_intent), { ...page, url: path });
}

function listTransfers(core: Core, { path, input }: Call) {
  const { transfer_group, ...page } = checked(OfGroup, input);
  return pageOf(relatedTo(core, core.state.transfers, transfer_group), { ...page, url: path });
}
