import type { Stripe } from 'stripe';

// The objects of the fake: the fields of Stripe's objects that an app reads, with Stripe's types. References are ids.

export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { payment_intent: string | null; setup_intent: string | null; customer: string | null };

/** A session and the data for its payment. Only `view` leaves the fake. */
export interface StoredSession {
  view: Session;
  title: string;
  intent: IntentData;
}

/** The data that the app sets on an intent. */
export interface IntentData {
  metadata: Record<string, string>;
  transfer_group: string | null;
  description: string | null;
}

/** A card that its owner gave for later. */
export interface KeptMethod {
  id: string;
  customer: string;
  fingerprint: string;
  /** Whether the bank refuses it from now on. */
  is_refused: boolean;
}

/** The result of a checkout that keeps a card. */
export interface Setup {
  id: string;
  object: 'setup_intent';
  status: 'succeeded';
  customer: string;
  payment_method: string;
  metadata: Record<string, string>;
  created: number;
}

/** A customer with a kept card. A deleted one stays, so that it cannot be deleted twice. */
export interface Customer {
  id: string;
  object: 'customer';
  deleted?: true;
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'status'
  | 'transfer_group'
> & { latest_charge: string | null; customer: string | null; payment_method: string | null };

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
  | 'transfer_group'
> & {
  balance_transaction: string | null;
  payment_intent: string;
  payment_method_details: {
    type: 'card';
    card: { brand: string; last4: string; fingerprint: string; capture_before?: number };
  };
};

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'reason' | 'status'
> & { balance_transaction: string; charge: string; failure_balance_transaction?: string; payment_intent: string };

export type Reversal = Pick<
  Stripe.TransferReversal,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata'
> & {
  balance_transaction: string;
  transfer: string;
};

export type Transfer = Pick<
  Stripe.Transfer,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_reversed'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'reversed'
  | 'transfer_group'
> & {
  balance_transaction: string;
  destination: string;
  reversals: { object: 'list'; data: Reversal[]; has_more: false; url: string };
};

export type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
  | 'status'
> & {
  balance_transactions: Transaction[];
  charge: string;
  evidence: Record<string, string>;
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by' | 'has_evidence' | 'past_due' | 'submission_count'>;
  payment_intent: string;
};

export type Transaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'created'
  | 'currency'
  | 'description'
  | 'exchange_rate'
  | 'fee'
  | 'fee_details'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
> & { source: string };

/** The account of a seller. Only `view` leaves the fake. */
export interface StoredAccount {
  view: Stripe.V2.Core.Account;
  /** What the platform transferred to the account and did not reverse, in cents. */
  balance: number;
  /** Whether reversals are refused because the seller has spent the money. */
  is_uncollectable: boolean;
}

/** A link to the hosted onboarding. */
export interface StoredLink {
  account: string;
  return_url: string;
  refresh_url: string;
  /** In Unix seconds. */
  expires_at: number;
}
