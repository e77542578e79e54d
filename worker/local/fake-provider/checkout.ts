import * as v from 'valibot';
import type { Core } from './core.ts';
import { Amount, checked, Expand, Metadata, Url, Usd, Whole } from './inputs.ts';
import { cancel } from './intents.ts';
import { find } from './lists.ts';
import type { Session, StoredSession } from './objects.ts';
import { Refusal } from './refusal.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;
/** The smallest card payment that Stripe accepts, in cents. */
const LEAST_CHARGE = 50;

const LineItem = v.strictObject({
  quantity: Amount,
  price_data: v.strictObject({
    currency: Usd,
    unit_amount: v.pipe(Whole, v.minValue(0)),
    product_data: v.strictObject({
      name: v.pipe(v.string(), v.nonEmpty()),
      description: v.optional(v.string()),
      metadata: Metadata,
    }),
  }),
});

const Checkout = {
  allowed_payment_method_types: v.optional(v.array(v.literal('card', 'the fake provider only knows cards'))),
  success_url: Url,
  cancel_url: v.optional(Url),
  client_reference_id: v.optional(v.pipe(v.string(), v.maxLength(200))),
  customer_email: v.optional(v.pipe(v.string(), v.email())),
  expires_at: v.optional(Whole),
  metadata: Metadata,
  expand: Expand,
};

const CreateSession = v.strictObject({
  ...Checkout,
  mode: v.literal('payment', 'the fake provider only knows payments'),
  line_items: v.pipe(v.array(LineItem), v.minLength(1)),
  locale: v.optional(v.string()),
  submit_type: v.optional(v.picklist(['auto', 'pay', 'book', 'donate'])),
  payment_intent_data: v.strictObject({
    capture_method: v.literal('manual', 'the fake provider only knows manual capture'),
    description: v.optional(v.string()),
    metadata: Metadata,
    statement_descriptor_suffix: v.optional(v.string()),
    transfer_group: v.optional(v.string()),
  }),
});

const CreateSetup = v.strictObject({
  ...Checkout,
  mode: v.literal('setup'),
  currency: Usd,
  customer_creation: v.literal('always', 'a card is kept only for a customer'),
  custom_text: v.optional(
    v.strictObject({ submit: v.strictObject({ message: v.pipe(v.string(), v.maxLength(1200)) }) }),
  ),
});

const AsksSetup = v.looseObject({ mode: v.literal('setup') });

export function createSession(core: Core, input: unknown): Session {
  if (!v.is(AsksSetup, input)) return createPayment(core, input);
  const params = checked(CreateSetup, input);
  return makeSession(core, params, {
    amount_total: null,
    title: params.custom_text?.submit.message ?? '',
    intent: { metadata: {}, transfer_group: null, description: null },
  });
}

function createPayment(core: Core, input: unknown): Session {
  const params = checked(CreateSession, input);
  const amount_total = params.line_items.reduce(
    (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
    0,
  );
  if (amount_total < LEAST_CHARGE) {
    throw new Refusal('The Checkout Session’s total amount due must add up to at least $0.50 usd', {
      code: 'amount_too_small',
    });
  }
  const { metadata, transfer_group = null, description = null } = params.payment_intent_data;
  const title = params.line_items.map(titleOf).join(', ');
  return makeSession(core, params, { amount_total, title, intent: { metadata, transfer_group, description } });
}

type SessionParams = Pick<
  v.InferOutput<typeof CreateSession>,
  'expires_at' | 'cancel_url' | 'client_reference_id' | 'metadata' | 'success_url'
> & { mode: 'payment' | 'setup' };

function makeSession(
  core: Core,
  params: SessionParams,
  { amount_total, ...stored }: Omit<StoredSession, 'view'> & { amount_total: number | null },
): Session {
  const now = core.seconds();
  const expires_at = params.expires_at ?? now + DAY_S;
  if (expires_at < now + 30 * MINUTE_S || expires_at > now + DAY_S) {
    const rule =
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.';
    throw new Refusal(rule, { param: 'expires_at' });
  }
  const id = core.makeId('cs_test');
  const view: Session = {
    id,
    object: 'checkout.session',
    amount_total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency: 'usd',
    customer: null,
    expires_at,
    metadata: params.metadata,
    mode: params.mode,
    payment_intent: null,
    payment_status: params.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    setup_intent: null,
    status: 'open',
    success_url: params.success_url,
    url: `${core.origin}/c/pay/${id}`,
  };
  core.state.sessions.set(id, { view, ...stored });
  core.state.deadlines.set(id, expires_at);
  return view;
}

const titleOf = ({ quantity, price_data: { product_data } }: v.InferOutput<typeof LineItem>) =>
  quantity === 1 ? product_data.name : `${quantity} × ${product_data.name}`;

/** Finds a session. Throws an `Error` if it has another mode or is no longer open. */
export function openSession(core: Core, id: string, mode: 'payment' | 'setup'): StoredSession {
  const session = find(core.state.sessions, id, 'checkout.session');
  const { view } = session;
  if (view.status !== 'open' || view.expires_at <= core.seconds() || view.mode !== mode)
    throw new Error(`The session ${id} is not open.`);
  return session;
}

export function completeSession(core: Core, view: Session): void {
  Object.assign(view, { status: 'complete', url: null } satisfies Partial<Session>);
  core.state.deadlines.delete(view.id);
  core.emit('checkout.session.completed', view);
}

export function expireSession(core: Core, id: string): Session {
  const { view } = find(core.state.sessions, id, 'checkout.session');
  if (view.status !== 'open') {
    const rule = 'Only Checkout Sessions with a status in ["open"] can be expired.';
    throw new Refusal(`${rule} This Checkout Session has a status of ${view.status ?? 'unknown'}.`);
  }
  Object.assign(view, { status: 'expired', url: null } satisfies Partial<Session>);
  core.state.deadlines.delete(id);
  core.emit('checkout.session.expired', view);
  if (view.payment_intent !== null) cancel(core, view.payment_intent);
  return view;
}
