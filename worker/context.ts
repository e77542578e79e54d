import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import type { AuthUser, UserFields } from '../drizzle/tables/people/auth-users.ts';
import type { Payment } from '../drizzle/tables/trade/money/payments.ts';
import type { NewResellerApplication } from '../drizzle/tables/people/reseller-applications.ts';
import type { Role } from '../drizzle/vocabulary.ts';
import type { EventOwner } from './contract/nights/ingest.ts';

export type Db = DrizzleD1Database & { $client: D1Database };

export interface Actor {
  user_id: string;
  session_id: string;
  /** `user` for an admin who lacks the required second factor. */
  role: Role;
  lacks_staff_factor: boolean;
  aal: 'aal1' | 'aal2';
  email: string | null;
}

/** A signed feed, known by its source and webhook-id, or a person with an access token. */
export interface Sender extends EventOwner {
  webhook_id: string | null;
  /** Null for a feed. */
  person_id: string | null;
}

/**
 * Run both parts only with `runWrites` or `writeAudited`. Both functions return the events whose pages must be notified
 * afterwards.
 */
export interface AccountWrite {
  change: BatchItem<'sqlite'>;
  follow_ups: readonly BatchItem<'sqlite'>[];
}

/** Writes the address and `fields`, but only if the condition `only` holds. */
export interface AddressChange {
  id: string;
  email: string | null;
  email_confirmed_at: Date | null;
  fields?: UserFields;
  only?: SQL | undefined;
  now: Date;
}

/** `until` is null to end a ban. */
export interface Ban {
  id: string;
  until: Date | null;
  only?: SQL | undefined;
  now: Date;
}

/** With `keep`, the account's row is not deleted: it gets these fields and is marked as deleted. */
export interface Removal {
  id: string;
  keep?: Partial<AuthUser>;
  now: Date;
}

/** `version` is the `updated_at` that the reviewer saw. */
export interface Suspension {
  id: string;
  email_key: string;
  version: Date;
  change: Pick<NewResellerApplication, 'note' | 'updated_at' | 'tell_at'>;
}

export interface Accounts {
  changeAddress: (db: Db, change: AddressChange) => AccountWrite;
  banAccount: (db: Db, ban: Ban) => AccountWrite;
  removeAccount: (db: Db, removal: Removal) => AccountWrite;
  suspendReseller: (db: Db, applications: readonly Suspension[]) => AccountWrite[];
}

/** The buyer's phone read another code than the seller listed. */
export interface WrongCode {
  id: string;
  buyer_id: string;
  now: Date;
}

export interface Payments {
  /** Takes every due step of a payment. Safe to call at any time. Returns false if it must be called again. */
  settle: (env: Env, requestId: string, about: { now: Date }) => Promise<boolean>;
  /** Opens the checkout of a new payment. Its URL is missing if the provider is down. */
  open: (env: Env, about: { db: Db; payment: Payment; now: Date }) => Promise<Payment>;
  /** Opens a problem and freezes the payout. A sale that has ended stays as it is. */
  reportWrongCode: (env: Env, code: WrongCode) => Promise<void>;
}

export interface Variables {
  request_id: string;
  db: Db;
  accounts: Accounts;
  payments: Payments;
  /** When the request arrived. All its rules use this time. */
  now: Date;
  /** Set by a rate limit. If true, the visitor has no valid visitor cookie, and the response may set one. */
  is_newcomer?: boolean;
  /** The page was rendered from outdated data. */
  is_out_of_date?: boolean;
  /** Set by the guards of `http/security/guards.ts`, on guarded routes. */
  actor: Actor;
  /** Set only on the ingestion routes. */
  sender: Sender;
}

export interface AppEnv {
  Bindings: Env;
  Variables: Variables;
}
