import * as v from 'valibot';
import { completeSession, openSession } from './checkout.ts';
import type { Core } from './core.ts';
import { Amount, checked, Expand, Metadata, Usd } from './inputs.ts';
import { makeIntent, tryCard, unexpectedState } from './intents.ts';
import { find } from './lists.ts';
import type { Customer, Intent, Session } from './objects.ts';
import { missing, Refusal } from './refusal.ts';

const CreateIntent = v.strictObject({
  amount: Amount,
  currency: Usd,
  capture_method: v.literal('manual', 'the fake provider only knows manual capture'),
  allowed_payment_method_types: v.optional(v.array(v.literal('card', 'the fake provider only knows cards'))),
  customer: v.string(),
  payment_method: v.string(),
  description: v.optional(v.string()),
  transfer_group: v.optional(v.string()),
  metadata: Metadata,
  expand: Expand,
});
const Confirm = v.strictObject({
  off_session: v.literal('true', 'the fake provider confirms only off-session payments'),
  expand: Expand,
});

/** With `refused_later`, the bank accepts the card now but refuses every payment. */
export interface Keeping {
  card: 'ok' | 'declined' | 'refused_later';
  fingerprint?: string;
}

export function keepCard(core: Core, sessionId: string, { card, fingerprint }: Keeping): Session {
  const { view } = openSession(core, sessionId, 'setup');
  if (card === 'declined') return view;
  const customer = core.makeId('cus');
  const payment_method = core.makeId('pm');
  const setup = core.makeId('seti');
  core.state.customers.set(customer, { id: customer, object: 'customer' });
  core.state.methods.set(payment_method, {
    id: payment_method,
    customer,
    fingerprint: fingerprint ?? `card-${payment_method}`,
    is_refused: card === 'refused_later',
  });
  core.state.setups.set(setup, {
    id: setup,
    object: 'setup_intent',
    status: 'succeeded',
    customer,
    payment_method,
    metadata: {},
    created: core.seconds(),
  });
  Object.assign(view, { customer, setup_intent: setup } satisfies Partial<Session>);
  completeSession(core, view);
  return view;
}

/** Makes an intent for a kept card. The bank is not asked yet. */
export function createIntent(core: Core, input: unknown): Intent {
  const { customer, payment_method, transfer_group = null, description = null, ...rest } = checked(CreateIntent, input);
  const method = find(core.state.methods, payment_method, 'PaymentMethod');
  if (method.customer !== customer) throw missing('PaymentMethod', payment_method);
  return makeIntent(core, { ...rest, transfer_group, description, kept: { customer, payment_method } });
}

/** Authorizes the kept card. If the bank refuses it, the intent stays and waits for another card. */
export function confirmIntent(core: Core, id: string, input: unknown): Intent {
  checked(Confirm, input);
  const intent = find(core.state.intents, id, 'payment_intent');
  if (intent.status !== 'requires_confirmation') throw unexpectedState('confirm', intent);
  const { fingerprint, is_refused } = find(core.state.methods, intent.payment_method ?? '', 'PaymentMethod');
  tryCard(core, intent, { card: is_refused ? 'declined' : 'ok', fingerprint });
  if (!is_refused) return intent;
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null } satisfies Partial<Intent>);
  throw new Refusal('Your card was declined.', { status: 402, type: 'card_error', code: 'card_declined' });
}

export function deleteCustomer({ state }: Core, id: string): Customer {
  const customer = find(state.customers, id, 'customer');
  if (customer.deleted) throw missing('customer', id);
  customer.deleted = true;
  for (const method of state.methods.values()) if (method.customer === id) state.methods.delete(method.id);
  return customer;
}
