import { emitAccount, setCapability } from './accounts.ts';
import { book } from './money/balance.ts';
import { completeSession, openSession } from './checkout.ts';
import type { Core } from './core.ts';
import { closeDispute, openDispute } from './money/disputes.ts';
import { cancel, findCharge, makeIntent, tryCard } from './intents.ts';
import { keepCard, type Keeping } from './kept-cards.ts';
import { find } from './lists.ts';
import type { Intent, Session, StoredSession } from './objects.ts';
import { failRefund } from './money/refunds.ts';

export interface Paying {
  card: 'ok' | 'declined';
  /** Without a fingerprint, the card is a new one. */
  fingerprint?: string;
}

export type Act = ReturnType<typeof makeAct>;

/** Throws an `Error` if an action is not possible in the current state. Amounts are in cents. */
export function makeAct(core: Core) {
  const move = (type: 'payout' | 'topup', prefix: string, amount: number) => {
    book(core, { type, amount, source: core.makeId(prefix) });
  };
  return {
    /** The buyer tries a card on the hosted page. A declined card leaves the session open. */
    pay: (sessionId: string, by: Paying = { card: 'ok' }) => pay(core, sessionId, by),
    keepCard: (sessionId: string, by: Keeping = { card: 'ok' }) => keepCard(core, sessionId, by),
    onboard: (accountId: string) => changeAccount(core, accountId, 'active'),
    /** Stripe asks the seller for more information, and refuses transfers until the seller gives it. */
    restrict: (accountId: string) => changeAccount(core, accountId, 'restricted'),
    lapse: (intentId: string) => cancel(core, intentId),
    /** The buyer's bank takes the money back. `id` belongs to a charge or an intent. */
    dispute: (id: string, over?: { amount?: number; reason?: string }) => openDispute(core, id, over),
    closeDispute: (disputeId: string, status: 'won' | 'lost') => closeDispute(core, disputeId, status),
    failRefund: (refundId: string) => failRefund(core, refundId),
    failPayout: (accountId: string) => failPayout(core, accountId),
    /** Sets whether the seller has spent the money. If so, reversals are refused. */
    setUncollectable: (accountId: string, isUncollectable: boolean) => {
      find(core.state.accounts, accountId, 'account').is_uncollectable = isUncollectable;
    },
    /** A second card is authorized for the payment of a session. */
    strayAuthorization: (sessionId: string) => strayAuthorization(core, sessionId),
    /** The bank warns of fraud. `id` belongs to a charge or an intent. */
    earlyFraudWarning: (id: string) => earlyFraudWarning(core, id),
    payoutToBank: (amount: number) => move('payout', 'po', -amount),
    topUp: (amount: number) => move('topup', 'tu', amount),
    /** The fake reports this setting, but never pays out by itself. */
    setPayouts: (interval: 'manual' | 'daily') => {
      core.state.payout_interval = interval;
    },
  };
}

function pay(core: Core, sessionId: string, by: Paying): Session {
  const session = openSession(core, sessionId, 'payment');
  const { view } = session;
  const intent = core.state.intents.get(view.payment_intent ?? '') ?? makeIntent(core, intentOf(session));
  if (view.payment_intent === null) core.relate(`session:${intent.id}`, sessionId);
  view.payment_intent = intent.id;
  tryCard(core, intent, by);
  if (by.card === 'ok') completeSession(core, view);
  return view;
}

const intentOf = ({ view, intent }: StoredSession) => ({ ...intent, amount: view.amount_total ?? 0 });

function strayAuthorization(core: Core, sessionId: string): Intent {
  const intent = makeIntent(core, intentOf(find(core.state.sessions, sessionId, 'checkout.session')));
  tryCard(core, intent, { card: 'ok' });
  return intent;
}

function changeAccount(core: Core, accountId: string, status: 'active' | 'restricted'): void {
  const asked = status === 'active' ? [] : ['identity.individual.documents.primary_verification'];
  setCapability(core, accountId, { status, asked });
  emitAccount(core, accountId);
}

function failPayout(core: Core, accountId: string): void {
  const { balance } = find(core.state.accounts, accountId, 'account');
  const payout = { id: core.makeId('po'), object: 'payout', amount: balance, currency: 'usd', created: core.seconds() };
  core.emit('payout.failed', { ...payout, status: 'failed', metadata: {} }, accountId);
}

function earlyFraudWarning(core: Core, id: string): void {
  const { id: charge, payment_intent } = findCharge(core, id);
  const warning = { id: core.makeId('issfr'), object: 'radar.early_fraud_warning', created: core.seconds() };
  core.emit('radar.early_fraud_warning.created', { ...warning, charge, payment_intent });
}
