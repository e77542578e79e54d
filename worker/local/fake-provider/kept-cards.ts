import * as v from 'valibot';
import { completeSession, openSession } from './checkout.ts';
import type { Core } from './core.ts';
import { Amount, checked, Expand, Metadata, Usd } from './inputs.ts';
import { findIntent, makeIntent, tryCard } from './intents.ts';
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
  off_session: v.literal('true', 'the fake provider only knows owners who are away'),
  expand: Expand,
});

/** The person gives a card on the page of a checkout that keeps it. */
export function keepCard(
  core: Core,
  sessionId: string,
  { card, fingerprint }: { card: 'ok' | 'declined' | 'refused_later'; fingerprint?: string },
): Session {
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

export function refuseCard(core: Core, methodId: string): void {
  findMethod(core, methodId).is_refused = true;
}

function findMethod({ state }: Core, id: string) {
  const method = state.methods.get(id);
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

/** Makes an intent for a kept card. The bank is not asked yet. */
export function createIntent(core: Core, input: unknown): Intent {
  const {
    amount,
    customer,
    payment_method,
    metadata,
    transfer_group = null,
    description = null,
  } = checked(CreateIntent, input);
  if (findMethod(core, payment_method).customer !== customer) throw missing('PaymentMethod', payment_method);
  return makeIntent(core, { amount, metadata, transfer_group, description, kept: { customer, payment_method } });
}

/** Asks the bank for the money of an intent with a kept card. A refused card fails the attempt, not the intent. */
export function confirmIntent(core: Core, id: string, input: unknown): Intent {
  checked(Confirm, input);
  const intent = findIntent(core, id);
  if (intent.status !== 'requires_confirmation') {
    throw new Refusal(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  const { fingerprint, is_refused } = findMethod(core, intent.payment_method ?? '');
  tryCard(core, intent, { card: is_refused ? 'declined' : 'ok', fingerprint });
  if (!is_refused) return intent;
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null } satisfies Partial<Intent>);
  throw new Refusal('Your card was declined.', { status: 402, type: 'card_error', code: 'card_declined' });
}

/** Deletes a customer and the kept card. */
export function deleteCustomer({ state }: Core, id: string): Customer {
  const customer = state.customers.get(id);
  if (!customer || customer.deleted) throw missing('customer', id);
  customer.deleted = true;
  for (const method of state.methods.values()) if (method.customer === id) state.methods.delete(method.id);
  return customer;
}
