import * as v from 'valibot';
import { accountView, createAccount, createLink } from './accounts.ts';
import { balanceOf, settingsOf } from './money/balance.ts';
import { createSession, expireSession, findSession } from './checkout.ts';
import type { Core } from './core.ts';
import { findDispute, updateDispute } from './money/disputes.ts';
import { Amount, checked, Expand, Paged, Whole } from './inputs.ts';
import { cancel, capture, findIntent } from './intents.ts';
import { confirmIntent, createIntent, deleteCustomer } from './kept-cards.ts';
import { expanded, pageOf, relatedTo } from './lists.ts';
import { createRefund } from './money/refunds.ts';
import { Refusal } from './refusal.ts';
import { createReversal, createTransfer, findTransfer } from './money/transfers.ts';

/** The input of a route: the id in the path, and the parameters of the query or body. */
interface Call {
  id: string;
  input: unknown;
}

type Route = [method: 'GET' | 'POST' | 'DELETE', path: RegExp, run: (core: Core, call: Call) => object];

const OnlyExpand = v.strictObject({ expand: Expand });
const Capture = v.strictObject({ expand: Expand, amount_to_capture: v.optional(Amount) });
const CreatedPaged = v.strictObject({ ...Paged, created: v.optional(v.strictObject({ gte: v.optional(Whole) })) });
const OfIntent = v.strictObject({ ...Paged, payment_intent: v.string() });
const OfDestinations = v.strictObject({
  include: v.optional(v.array(v.literal('webhook_endpoint.url')), []),
  limit: v.optional(Whole),
});
const OfGroup = v.strictObject({ ...Paged, transfer_group: v.string() });

/** The calls that an app makes. `expand` works on every object and list of v1 of the API. */
const ROUTES: Route[] = [
  ['POST', /^\/v1\/checkout\/sessions$/, (core, { input }) => createSession(core, input)],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/([^/]+)$/,
    (core, { id, input }) => only(input, () => findSession(core, id).view),
  ],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    (core, { id, input }) => only(input, () => expireSession(core, id)),
  ],
  ['POST', /^\/v1\/payment_intents$/, (core, { input }) => createIntent(core, input)],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/confirm$/, (core, { id, input }) => confirmIntent(core, id, input)],
  ['DELETE', /^\/v1\/customers\/([^/]+)$/, (core, { id }) => deleteCustomer(core, id)],
  ['GET', /^\/v1\/payment_intents$/, (core, { input }) => listIntents(core, input)],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, (core, { id, input }) => only(input, () => findIntent(core, id))],
  [
    'POST',
    /^\/v1\/payment_intents\/([^/]+)\/capture$/,
    (core, { id, input }) => capture(core, id, checked(Capture, input).amount_to_capture),
  ],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, (core, { id, input }) => only(input, () => cancel(core, id))],
  ['POST', /^\/v1\/refunds$/, (core, { input }) => createRefund(core, input)],
  ['GET', /^\/v1\/refunds$/, (core, { input }) => listOfIntent(core, 'refunds', input)],
  ['POST', /^\/v1\/transfers$/, (core, { input }) => createTransfer(core, input)],
  ['GET', /^\/v1\/transfers$/, (core, { input }) => listTransfers(core, input)],
  ['GET', /^\/v1\/transfers\/([^/]+)$/, (core, { id, input }) => only(input, () => findTransfer(core, id))],
  ['POST', /^\/v1\/transfers\/([^/]+)\/reversals$/, (core, { id, input }) => createReversal(core, id, input)],
  ['GET', /^\/v1\/disputes$/, (core, { input }) => listOfIntent(core, 'disputes', input)],
  ['GET', /^\/v1\/disputes\/([^/]+)$/, (core, { id, input }) => only(input, () => findDispute(core, id))],
  ['POST', /^\/v1\/disputes\/([^/]+)$/, (core, { id, input }) => updateDispute(core, id, input)],
  ['GET', /^\/v1\/balance$/, (core, { input }) => only(input, () => balanceOf(core))],
  ['GET', /^\/v1\/balance_settings$/, (core, { input }) => only(input, () => settingsOf(core))],
  ['GET', /^\/v1\/balance_transactions$/, (core, { input }) => listTransactions(core, input)],
  ['GET', /^\/v2\/core\/event_destinations$/, (core, { input }) => listDestinations(core, input)],
  ['POST', /^\/v2\/core\/accounts$/, (core, { input }) => createAccount(core, input)],
  ['GET', /^\/v2\/core\/accounts\/([^/]+)$/, (core, { id, input }) => accountView(core, id, input)],
  ['POST', /^\/v2\/core\/account_links$/, (core, { input }) => createLink(core, input)],
];

/** Runs a call. Throws a `Refusal` where Stripe would refuse. */
export function runCall(core: Core, { method, path, input }: { method: string; path: string; input: unknown }): object {
  for (const [verb, pattern, run] of ROUTES) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match) return expanded(core, run(core, { id: decodeURIComponent(match[1] ?? ''), input }), expandOf(input));
  }
  throw new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
}

/** Runs a call whose only parameter is `expand`. */
function only<Result>(input: unknown, run: () => Result): Result {
  checked(OnlyExpand, input);
  return run();
}

function expandOf(input: unknown): readonly string[] {
  const read = v.safeParse(v.object({ expand: Expand }), input);
  return read.success ? read.output.expand : [];
}

function listIntents({ state }: Core, input: unknown) {
  return pageOf([...state.intents.values()], { ...checked(CreatedPaged, input), url: '/v1/payment_intents' });
}

function listTransactions({ state }: Core, input: unknown) {
  return pageOf([...state.transactions.values()], { ...checked(CreatedPaged, input), url: '/v1/balance_transactions' });
}

/** Lists the event destinations (webhooks) of a platform account whose setup is complete. */
function listDestinations({ webhookUrl }: Core, input: unknown) {
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

function listOfIntent(core: Core, kind: 'refunds' | 'disputes', input: unknown) {
  const { payment_intent, ...page } = checked(OfIntent, input);
  return pageOf<{ id: string; created: number }>(relatedTo(core, kind, payment_intent), {
    ...page,
    url: `/v1/${kind}`,
  });
}

function listTransfers(core: Core, input: unknown) {
  const { transfer_group, ...page } = checked(OfGroup, input);
  return pageOf(relatedTo(core, 'transfers', transfer_group), { ...page, url: '/v1/transfers' });
}
