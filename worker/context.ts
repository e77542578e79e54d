import type { DrizzleD1Database } from 'drizzle-orm/d1';
import type * as schema from '../drizzle/tables/schema.ts';
import type { Role } from '../drizzle/vocabulary.ts';

export type Db = DrizzleD1Database<typeof schema>;

/** Who asks, read fresh from the database by a guard. */
export interface Actor {
  user_id: string;
  session_id: string;
  role: Role;
  aal: 'aal1' | 'aal2';
  email: string | null;
}

/** Who delivers to the ingestion: a feed that signs, by the id of its delivery, or a person with an access token. */
export interface Sender {
  webhook_id: string | null;
  /** An organizer, whose nights these become and who may change no others; null for an admin and for a feed. */
  organizer_id: string | null;
}

/** What middleware puts on a request. */
export interface Variables {
  request_id: string;
  db: Db;
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
