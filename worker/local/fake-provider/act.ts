import type { Stripe } from 'stripe';
import { emitAccount, findAccount, setCapability } from './accounts.ts';
import { book } from './money/balance.ts';
import { completeSession, findSession, openSession } from './checkout.ts';
import type { Core } from './core.ts';
import { closeDispute, openDispute } from './money/disputes.ts';
import { cancel, findCharge, makeIntent, tryCard } from './intents.ts';
import { keepCard, refuseCard } from './kept-cards.ts';
import type { Dispute, Intent, Refund, Session, StoredSession } from './objects.ts';
import { failRefund } from './money/refunds.ts';

/** The card that a buyer pays with. Without a fingerprint it is a new card. */
interface Paying {
  card: 'ok' | 'declined';
  fingerprint?: string;
}

/** The card that a person gives for later. The bank accepts `refused_later` now but refuses to pay with it. */
interface Keeping {
  card: 'ok' | 'declined' | 'refused_later';
  fingerprint?: string;
}

/**
 * What buyers, sellers and their banks can do. Each function changes the fake's objects at once and queues the events.
 * It throws an `Error` if the action is impossible now. Amounts are in cents.
 */
export interface Act {
  /** The buyer tries a card on the hosted page. A declined card leaves the session open. */
  pay: (sessionId: string, by?: Paying) => Session;
  /** A person gives a card on a hosted page that keeps it. A declined card leaves the session open. */
  keepCard: (sessionId: string, by?: Keeping) => Session;
  /** The bank refuses a kept card from now on. */
  refuseCard: (methodId: string) => void;
  /** The buyer leaves the hosted page without paying. Nothing changes. */
  closeTab: (sessionId: string) => Session;
  /** The seller finishes the onboarding, and can receive transfers. */
  onboard: (accountId: string) => Stripe.V2.Core.Account;
  /** Stripe asks the seller for more, and refuses transfers until then. */
  restrict: (accountId: string) => Stripe.V2.Core.Account;
  /** The authorization of an intent expires, as it does after seven days. */
  lapse: (intentId: string) => Intent;
  /** The buyer's bank takes back the money of a charge or an intent. */
  dispute: (id: string, over?: { amount?: number; reason?: string }) => Dispute;
  closeDispute: (disputeId: string, status: 'won' | 'lost') => Dispute;
  failRefund: (refundId: string) => Refund;
  /** The seller's bank refuses a payout from the seller's account. */
  failPayout: (accountId: string) => void;
  /** Sets whether the seller has spent the money, so that reversals are refused. */
  setUncollectable: (accountId: string, isUncollectable: boolean) => void;
  /** A second card is authorized for the payment of a session. */
  strayAuthorization: (sessionId: string) => Intent;
  /** The bank warns that a charge may be fraud. `id` is a charge or an intent. */
  earlyFraudWarning: (id: string) => void;
  /** The owner takes money out of the balance, or puts money in. */
  payoutToBank: (amount: number) => void;
  topUp: (amount: number) => void;
  /** The owner sets how often the balance is paid out by itself. The fake reports this setting but never pays out. */
  setPayouts: (interval: 'manual' | 'daily') => void;
}

export function makeAct(core: Core): Act {
  const move = (kind: 'payout' | 'topup', amount: number) => {
    const id = core.makeId(kind === 'payout' ? 'po' : 'tu');
    book(core, { type: kind, reporting_category: kind, amount: kind === 'payout' ? -amount : amount, source: id });
  };
  return {
    pay: (sessionId, by = { card: 'ok' }) => pay(core, sessionId, by),
    keepCard: (sessionId, by = { card: 'ok' }) => keepCard(core, sessionId, by),
    refuseCard: (methodId) => refuseCard(core, methodId),
    closeTab: (sessionId) => findSession(core, sessionId).view,
    onboard: (accountId) => changeAccount(core, accountId, 'active'),
    restrict: (accountId) => changeAccount(core, accountId, 'restricted'),
    lapse: (intentId) => cancel(core, intentId, 'expired'),
    dispute: (id, over) => openDispute(core, id, over),
    closeDispute: (disputeId, status) => closeDispute(core, disputeId, status),
    failRefund: (refundId) => failRefund(core, refundId),
    failPayout: (accountId) => failPayout(core, accountId),
    setUncollectable: (accountId, isUncollectable) => {
      findAccount(core, accountId).is_uncollectable = isUncollectable;
    },
    strayAuthorization: (sessionId) => strayAuthorization(core, sessionId),
    earlyFraudWarning: (id) => earlyFraudWarning(core, id),
    payoutToBank: (amount) => move('payout', amount),
    topUp: (amount) => move('topup', amount),
    setPayouts: (interval) => {
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
  const intent = makeIntent(core, intentOf(findSession(core, sessionId)));
  tryCard(core, intent, { card: 'ok' });
  return intent;
}

function changeAccount(core: Core, accountId: string, status: 'active' | 'restricted'): Stripe.V2.Core.Account {
  const account = setCapability(
    core,
    accountId,
    status,
    status === 'active' ? [] : ['identity.individual.documents.primary_verification'],
  );
  emitAccount(core, accountId);
  return account;
}

function failPayout(core: Core, accountId: string): void {
  const { balance } = findAccount(core, accountId);
  const payout = { id: core.makeId('po'), object: 'payout', amount: balance, currency: 'usd', created: core.seconds() };
  core.emit('payout.failed', { ...payout, status: 'failed', failure_code: 'account_closed', metadata: {} }, accountId);
}

function earlyFraudWarning(core: Core, id: string): void {
  const { id: charge, payment_intent } = findCharge(core, id);
  const warning = {
    id: core.makeId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    created: core.seconds(),
  };
  core.emit('radar.early_fraud_warning.created', {
    ...warning,
    charge,
    payment_intent,
    fraud_type: 'misc',
    livemode: false,
  });
}
