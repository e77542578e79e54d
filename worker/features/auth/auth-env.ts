import type { AuthAmr, AuthSession } from '../../../drizzle/tables/auth-sessions.ts';
import type { Variables } from '../../context.ts';
import type { AuthConfig } from './config.ts';
import type { UserRecord } from './accounts/users.db.ts';

/** The signed-in caller of an endpoint of the auth service, read fresh. */
export interface Caller extends UserRecord {
  session: AuthSession;
  amr: AuthAmr[];
}

/** Bindings and request variables of the auth service. `caller` is set by `userBearer` on the routes that carry it. */
export interface AuthEnv {
  Bindings: Env;
  Variables: Variables & { config: AuthConfig; caller: Caller };
}
