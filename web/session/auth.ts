import { AuthClient, type AuthError, type Session as AuthSession, type User } from '@supabase/auth-js';
import { ApiError, makeApi, unwrap } from '../api.ts';
import { settleArrival } from './arrival.ts';
import { forgetKept } from './forget-kept.ts';
import { SESSION_KEY, sessionHost, sessionNow, setSession } from './session.ts';
import { followTarget, ONCE_SIGNED_IN_MS } from './sign-in-redirect.ts';

export type { Factor, User, UserIdentity } from '@supabase/auth-js';

const arrivedAt = new URL(location.href);

/** The auth service's client: session in local storage, renewed by itself, read out of the address on the way back from a link. */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  storageKey: SESSION_KEY,
  // In local storage, or in memory where the browser refuses that.
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  flowType: 'implicit',
});

let lookUps = 0;

auth.onAuthStateChange((event, current) => {
  if (event === 'SIGNED_OUT') forgetKept();
  publish(current);
  if (event === 'SIGNED_IN' && current) void followTarget({ delayMs: ONCE_SIGNED_IN_MS, go: sessionHost().go });
});
void settleArrival({ arrivedAt, auth, app: sessionHost() });

/** What a call of the auth client brought; its error is thrown. */
export async function must<A extends { data: unknown; error: AuthError | null }>(call: Promise<A>): Promise<(A & { error: null })['data']> {
  const { data, error } = await call;
  if (error) throw error;
  return data;
}

/** The signed-in user as the server knows them now, with identities and factors. */
export async function freshUser(): Promise<User> {
  return (await must(auth.getUser())).user;
}

/** Tells the page who is here and asks the server for their role. A known role stays until the answer is there. */
function publish(current: AuthSession | null): void {
  if (!current) {
    lookUps += 1;
    setSession({ status: 'signed_out' });
    return;
  }
  const { user } = current;
  const before = sessionNow();
  const isSame = before.status === 'signed_in' && before.user.id === user.id;
  setSession({
    status: 'signed_in',
    user: { id: user.id, email: user.email ?? '', name: nameOf(user) },
    role: isSame ? before.role : 'loading',
    second_factor: owesSecondFactor(current),
  });
  void lookUpRole(current);
}

async function lookUpRole({ user, access_token }: AuthSession): Promise<void> {
  const lookUp = (lookUps += 1);
  const api = makeApi(location.origin, fetch.bind(globalThis), () => ({ Authorization: `Bearer ${access_token}` }));
  let role: Awaited<ReturnType<typeof askRole>> | 'unknown' = 'unknown';
  try {
    role = await askRole(api);
  } catch (error) {
    console.warn('role not known', error);
    // The session was ended elsewhere: nothing of it is of use here.
    if (error instanceof ApiError && error.status === 401) void auth.signOut({ scope: 'local' });
  }
  const now = sessionNow();
  if (lookUp === lookUps && now.status === 'signed_in' && now.user.id === user.id) setSession({ ...now, role });
}

async function askRole(api: ReturnType<typeof makeApi>) {
  return (await unwrap(api.me.$get())).role;
}

function nameOf({ user_metadata: { full_name } }: User): string {
  return typeof full_name === 'string' ? full_name : '';
}

/** A verified factor, and a token of the first level. */
function owesSecondFactor({ access_token, user }: AuthSession): boolean {
  const [, payload = ''] = access_token.split('.');
  const { aal } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: string };
  return aal !== 'aal2' && (user.factors ?? []).some((factor) => factor.status === 'verified');
}
