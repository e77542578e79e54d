import { book, cardFee } from './money/balance.ts';
import type { Core } from './core.ts';
import { find } from './lists.ts';
import type { Charge, Intent, IntentData } from './objects.ts';
import { Refusal } from './refusal.ts';

/** How long a card's authorization lasts, in seconds. */
const AUTHORIZATION_S = 7 * 86_400;

/** Finds a charge by its own id, or the latest charge of an intent by the intent's id. */
export const findCharge = ({ state }: Core, id: string): Charge =>
  find(state.charges, state.intents.get(id)?.latest_charge ?? id, 'charge');

export function makeIntent(
  core: Core,
  data: IntentData & { amount: number; kept?: { customer: string; payment_method: string } },
): Intent {
  const intent: Intent = {
    id: core.makeId('pi'),
    object: 'payment_intent',
    amount: data.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'manual',
    created: core.seconds(),
    currency: 'usd',
    customer: data.kept?.customer ?? null,
    description: data.description,
    latest_charge: null,
    metadata: data.metadata,
    payment_method: data.kept?.payment_method ?? null,
    status: data.kept ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: data.transfer_group,
  };
  core.state.intents.set(intent.id, intent);
  return intent;
}

/** Tries a card, by default a new one. A good card authorizes the amount for a later capture. */
export function tryCard(
  core: Core,
  intent: Intent,
  { card, fingerprint = `card-${intent.id}` }: { card: 'ok' | 'declined'; fingerprint?: string },
): void {
  const isOk = card === 'ok';
  const charge: Charge = {
    id: core.makeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    captured: false,
    created: core.seconds(),
    currency: 'usd',
    disputed: false,
    metadata: intent.metadata,
    paid: isOk,
    payment_intent: intent.id,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', fingerprint, ...(isOk ? { capture_before: core.seconds() + AUTHORIZATION_S } : {}) },
    },
    refunded: false,
    status: isOk ? 'succeeded' : 'failed',
    transfer_group: intent.transfer_group,
  };
  core.state.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  if (isOk) {
    Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount } satisfies Partial<Intent>);
    core.state.deadlines.set(intent.id, core.seconds() + AUTHORIZATION_S);
    core.emit('payment_intent.amount_capturable_updated', intent);
  } else core.emit('payment_intent.payment_failed', intent);
}

/** Takes the authorized money, or the part of it that is asked for. The rest goes back. */
export function capture(core: Core, id: string, asked?: number): Intent {
  const intent = find(core.state.intents, id, 'payment_intent');
  if (intent.status !== 'requires_capture') throw unexpectedState('capture', intent);
  const amount = asked ?? intent.amount;
  if (amount > intent.amount) {
    throw new Refusal(
      `The \`amount_to_capture\` (${amount}) must be less than or equal to the amount that can be captured.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  const charge = findCharge(core, id);
  const transaction = book(core, { type: 'charge', amount, fee: cardFee(amount), source: charge.id });
  Object.assign(charge, {
    captured: true,
    amount_captured: amount,
    balance_transaction: transaction.id,
  } satisfies Partial<Charge>);
  Object.assign(intent, {
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  } satisfies Partial<Intent>);
  core.state.deadlines.delete(id);
  const session = sessionOf(core, id);
  if (session) session.view.payment_status = 'paid';
  core.emit('payment_intent.succeeded', intent);
  return intent;
}

/** Refuses while the intent's session is open. */
export function cancel(core: Core, id: string): Intent {
  const intent = find(core.state.intents, id, 'payment_intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState('cancel', intent);
  if (sessionOf(core, id)?.view.status === 'open') {
    const rule = 'You cannot cancel a PaymentIntent of an open Checkout Session. Expire the Checkout Session instead.';
    throw new Refusal(rule, { code: 'payment_intent_unexpected_state' });
  }
  if (intent.status === 'requires_capture') {
    const charge = findCharge(core, id);
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount } satisfies Partial<Charge>);
  }
  Object.assign(intent, { status: 'canceled', amount_capturable: 0 } satisfies Partial<Intent>);
  core.state.deadlines.delete(id);
  core.emit('payment_intent.canceled', intent);
  return intent;
}

export const unexpectedState = (call: string, { status }: Intent) =>
  new Refusal(`You cannot ${call} this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });

const sessionOf = ({ state }: Core, intentId: string) =>
  state.sessions.get(state.related.get(`session:${intentId}`)?.[0] ?? '');
