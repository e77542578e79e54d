import {
  type AuthChangeEvent,
  AuthClient,
  type GoTrueClient,
  type Session as AuthSession,
  type User,
} from '@supabase/auth-js';
import { ApiError, makeApi, unwrap } from '../api.ts';
import { fetchAuth } from './fetch-auth.ts';
import { forgetKept } from './forget-kept.ts';
import { readArrival } from './read-arrival.ts';
import { sessionNow, setSession } from './session.ts';
import { type AppRoutes, goBack, handleArrival } from './handle-arrival.ts';
import { SESSION_KEY } from './stored-session.ts';
import { followTarget, nextIn, ONCE_SIGNED_IN_MS } from './where-next.ts';

export type { Factor, User, UserIdentity } from '@supabase/auth-js';

/** Counts the sessions that the client reported, so that a late answer about an older session is dropped. */
let published = 0;

/**
 * The auth client never reads a session from the URL. `read-arrival.ts` reads it, and `accept-session.ts` starts it
 * only if this browser asked for it.
 */
export function startAuth(app: AppRoutes) {
  const { pathname, search } = location;
  const arrival = readArrival(new URL(location.href));
  const auth = new AuthClient({
    url: `${location.origin}/auth/v1`,
    fetch: fetchAuth,
    storageKey: SESSION_KEY,
    // If the browser refuses local storage, the session stays in memory.
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    flowType: 'pkce',
  });
  const listen = () =>
    auth.onAuthStateChange((event, current) => {
      if (event === 'SIGNED_OUT') forgetKept();
      // Not awaited, because the client waits for this callback, and `publish` waits for an answer of the client.
      void publish(auth, { event, current });
      if (event === 'SIGNED_IN' && current)
        void followTarget({ delayMs: ONCE_SIGNED_IN_MS, go: (path) => goBack(app, path) });
    });
  if (arrival) void handleArrival({ arrival, path: pathname, wanted: nextIn(search), auth, app, listen });
  else listen();
  /** The user as the server knows them now, with identities and factors. */
  const freshUser = async (): Promise<User> => (await must(auth.getUser())).user;
  return { auth, must, freshUser };
}

async function must<A extends { data: unknown; error: Error | null }>(
  call: Promise<A>,
): Promise<(A & { error: null })['data']> {
  const { data, error } = await call;
  if (error) throw error;
  return data;
}

/** Publishes the session and looks up the role. A role that is already known stays until the answer arrives. */
async function publish(
  auth: GoTrueClient,
  { event, current }: { event: AuthChangeEvent; current: AuthSession | null },
): Promise<void> {
  const count = (published += 1);
  if (!current) {
    setSession({ status: 'signed_out' });
    return;
  }
  const { user } = current;
  const second_factor = user.factors?.length ? await lacksSecondFactor(auth) : false;
  if (count !== published) return;
  const before = sessionNow();
  const isSame = before.status === 'signed_in' && before.user.id === user.id;
  setSession({
    status: 'signed_in',
    user: { ...(isSame ? before.user : { id: user.id, name: nameOf(user) }), email: user.email ?? '' },
    // An unknown role is looked up again, because the server hides it until the second factor.
    role: isSame && before.role !== 'unknown' ? before.role : 'loading',
    second_factor,
    offers_passkey: isOffered(user) && (isSame ? before.offers_passkey === true : event === 'SIGNED_IN'),
  });
  await lookUpRole(auth, { current, count });
}

async function lacksSecondFactor(auth: GoTrueClient): Promise<boolean> {
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return level?.nextLevel === 'aal2' && level.currentLevel !== 'aal2';
}

async function lookUpRole(
  auth: GoTrueClient,
  { current, count }: { current: AuthSession; count: number },
): Promise<void> {
  const headers = { Authorization: `Bearer ${current.access_token}` };
  let known: Partial<Awaited<ReturnType<typeof askProfile>>> = {};
  try {
    known = await askProfile(makeApi(location.origin, fetch.bind(globalThis), () => headers));
  } catch (error) {
    console.warn('The role couldn’t be looked up.', error);
    if (error instanceof ApiError && error.status === 401) void auth.signOut({ scope: 'local' });
  }
  const now = sessionNow();
  if (count !== published || now.status !== 'signed_in') return;
  const { role = 'unknown', lacks_staff_factor = false, ...person } = known;
  setSession({ ...now, role, lacks_staff_factor, user: { ...now.user, ...person } });
}

/** The name that others see may differ from the name at the provider. */
async function askProfile(api: ReturnType<typeof makeApi>) {
  const { role, lacks_staff_factor, profile } = await unwrap(api.me.$get());
  return {
    role,
    lacks_staff_factor,
    name: profile.display_name ?? '',
    ...(profile.school === null ? {} : { school: profile.school }),
  };
}

function isOffered({ user_metadata: { passkey_offered } }: User): boolean {
  return passkey_offered !== true;
}

function nameOf({ user_metadata: { full_name } }: User): string {
  return typeof full_name === 'string' ? full_name : '';
}
