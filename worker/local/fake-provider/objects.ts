import type { Stripe } from 'stripe';

// The fake provider's objects. They have only the fields of Stripe's objects that the app reads. A reference to another
// object is its id.

type Common = 'id' | 'object' | 'created' | 'currency' | 'metadata';

export type Session = Pick<
  Stripe.Checkout.Session,
  | Common
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'expires_at'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { payment_intent: string | null; setup_intent: string | null; customer: string | null };

/** The app gets only `view`. */
export interface StoredSession {
  view: Session;
  title: string;
  intent: IntentData;
}

export interface IntentData {
  metadata: Record<string, string>;
  transfer_group: string | null;
  description: string | null;
}

export interface KeptMethod {
  id: string;
  customer: string;
  fingerprint: string;
  is_refused: boolean;
}

export interface Setup {
  id: string;
  object: 'setup_intent';
  status: 'succeeded';
  customer: string;
  payment_method: string;
  metadata: Record<string, string>;
  created: number;
}

/** A deleted customer stays, so that it cannot be deleted twice. */
export interface Customer {
  id: string;
  object: 'customer';
  deleted?: true;
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  Common | 'amount' | 'amount_capturable' | 'amount_received' | 'capture_method' | 'description' | 'status'
> & {
  customer: string | null;
  latest_charge: string | null;
  payment_method: string | null;
  transfer_group: string | null;
};

export type Charge = Pick<
  Stripe.Charge,
  Common | 'amount' | 'amount_captured' | 'amount_refunded' | 'captured' | 'disputed' | 'paid' | 'refunded' | 'status'
> & {
  balance_transaction: string | null;
  payment_intent: string;
  payment_method_details: { type: 'card'; card: { brand: string; fingerprint: string; capture_before?: number } };
  transfer_group: string | null;
};

export type Refund = Pick<Stripe.Refund, Common | 'amount' | 'reason' | 'status'> & {
  balance_transaction: string;
  charge: string;
  payment_intent: string;
};

export type Reversal = Pick<Stripe.TransferReversal, Common | 'amount'> & {
  balance_transaction: string;
  transfer: string;
};

export type Transfer = Pick<
  Stripe.Transfer,
  Common | 'amount' | 'amount_reversed' | 'description' | 'reversed' | 'transfer_group'
> & {
  balance_transaction: string;
  destination: string;
  reversals: { object: 'list'; data: Reversal[]; has_more: false; url: string };
};

export type Dispute = Pick<Stripe.Dispute, Common | 'amount' | 'reason' | 'status'> & {
  balance_transactions: Transaction[];
  charge: string;
  evidence: Record<string, string>;
  /** `due_by` is in Unix seconds. */
  evidence_details: { due_by: number; submission_count: number };
  payment_intent: string;
};

export type Transaction = Pick<
  Stripe.BalanceTransaction,
  Exclude<Common, 'metadata'> | 'amount' | 'description' | 'fee' | 'net' | 'status' | 'type'
> & { source: string };

/** The app gets only `view`. */
export interface StoredAccount {
  view: Stripe.V2.Core.Account;
  /** The amount that the platform transferred to the account and did not reverse, in cents. */
  balance: number;
  is_uncollectable: boolean;
}

export interface StoredLink {
  account: string;
  return_url: string;
  refresh_url: string;
  /** In Unix seconds. */
  expires_at: number;
}
