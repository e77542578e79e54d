import type { AuthAmr, AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import type { Variables } from '../../../../context.ts';
import type { UserRecord } from './users.db.ts';
import type { AuthConfig } from './config.ts';

export interface Caller extends UserRecord {
  session: AuthSession;
  amr: AuthAmr[];
}

/** `userBearer` sets `caller`, which it reads from the database for each request. */
export interface AuthEnv {
  Bindings: Env;
  Variables: Variables & {
    config: AuthConfig;
    caller: Caller;
    /** The outbox ids of this request's notices. */ notices: string[];
  };
}
