import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import type { AuthUser, UserFields } from '../drizzle/tables/auth-users.ts';
import type { NewResellerApplication } from '../drizzle/tables/reseller-applications.ts';
import type * as schema from '../drizzle/tables/schema.ts';
import type { Role } from '../drizzle/vocabulary.ts';

export type Db = DrizzleD1Database<typeof schema>;

/** The signed-in person of a request, read from the database by a guard. */
export interface Actor {
  user_id: string;
  session_id: string;
  role: Role;
  aal: 'aal1' | 'aal2';
  email: string | null;
}

/** The sender of a delivery to the ingestion: a feed that signs it, named by its id of the delivery, or a person with an access token. */
export interface Sender {
  webhook_id: string | null;
  /** An organizer, whose nights these become and who may change no others; null for an admin and for a feed. */
  organizer_id: string | null;
}

/**
 * A change of an account, and the statements that end its offers and requests. Only `runWrites` and `writeAudited` run it, and both answer
 * the events whose pages must be told.
 */
export interface AccountWrite {
  change: BatchItem<'sqlite'>;
  follow_ups: readonly BatchItem<'sqlite'>[];
}

/** The address of an account as it becomes; `fields` are written with it, where `only` holds. */
export interface AddressChange {
  id: string;
  email: string | null;
  email_confirmed_at: Date | null;
  fields?: UserFields;
  only?: SQL | undefined;
  now: Date;
}

/** A ban until an instant, or its end (`null`), where `only` holds. */
export interface Ban {
  id: string;
  until: Date | null;
  only?: SQL | undefined;
  now: Date;
}

/** An account that is deleted: with its row, or but for these fields of its row. */
export interface Removal {
  id: string;
  keep?: Partial<AuthUser>;
  now: Date;
}

/** The application of a reseller to suspend, in the version its reviewer saw, and what is written with it. */
export interface Suspension {
  id: string;
  email_key: string;
  version: Date;
  change: Pick<NewResellerApplication, 'note' | 'updated_at'>;
}

/** The writers of address, ban and removal that `features/accounts` gives to the other features. Each ends the offers and requests that go with it. */
export interface Accounts {
  changeAddress: (db: Db, change: AddressChange) => AccountWrite;
  banAccount: (db: Db, ban: Ban) => AccountWrite;
  removeAccount: (db: Db, removal: Removal) => AccountWrite;
  suspendReseller: (db: Db, applications: readonly Suspension[]) => AccountWrite[];
}

/** What middleware puts on a request. */
export interface Variables {
  request_id: string;
  db: Db;
  accounts: Accounts;
  /** The instant the request came in: every rule of one request reads the same clock. */
  now: Date;
  /** Set by a limit: this request was let in without a visitor's cookie. */
  is_newcomer?: boolean;
  /** Set by the guards of `http/guards.ts`, on the routes that carry one. */
  actor: Actor;
  /** Set by the ingestion's own guard. */
  sender: Sender;
}

export interface AppEnv {
  Bindings: Env;
  Variables: Variables;
}
