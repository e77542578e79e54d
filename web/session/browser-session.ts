import { RETURNING } from '../../worker/contract/people/returning-cookie.ts';
import { arrivesWithSession, coverPage, uncoverPage } from './arrival-address.ts';
import { onPersonLeaves, sessionNow, setSession } from './session.ts';
import type { AppRoutes } from './handle-arrival.ts';
import { SESSION_KEY, storedSession } from './stored-session.ts';

/** The auth client and its helpers. */
export type Auth = ReturnType<(typeof import('./auth.client.ts'))['startAuth']>;

/** What the session needs of the app around it. */
export interface SessionHost extends AppRoutes {
  /** Forgets what was loaded for the person who leaves. */
  forget: () => void;
}

/** A token that ends within this time is renewed before it is used. */
const MARGIN_MS = 30_000;

let host: AppRoutes = { go: () => Promise.resolve(), path: () => '/' };
let opened: Promise<Auth> | undefined;

/**
 * Finds out who is signed in, once, when the app starts. The auth client is fetched only when a session is stored or
 * the address contains one. Everybody else is signed out at once.
 */
export function startSession({ forget, ...app }: SessionHost): void {
  host = app;
  onPersonLeaves(forget);
  const arrives = arrivesWithSession(location);
  if (document.cookie.includes(RETURNING)) document.cookie = `${RETURNING}; Path=/; Max-Age=0`;
  if (arrives) coverPage();
  if (arrives || storedSession()) openAuth().catch(() => undefined);
  else setSession({ status: 'signed_out' });
  // Another tab may sign in while this tab has no client that would hear of it.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue && !opened) openAuth().catch(() => undefined);
  });
}

/** The auth client, fetched on first use. */
export function openAuth(): Promise<Auth> {
  opened ??= import('./auth.client.ts')
    .then(({ startAuth }) => startAuth(host))
    .catch((error: unknown) => {
      opened = undefined;
      uncoverPage();
      if (sessionNow().status === 'loading') setSession({ status: 'signed_out' });
      throw error;
    });
  return opened;
}

/** The header that tells the API who asks; empty for a visitor. A token about to end is renewed first. */
export async function authHeader(): Promise<Record<string, string>> {
  const kept = storedSession();
  if (!kept) return {};
  if (kept.expires_at * 1000 - Date.now() > MARGIN_MS) return { Authorization: `Bearer ${kept.access_token}` };
  const { auth } = await openAuth();
  const { data } = await auth.getSession();
  return data.session ? { Authorization: `Bearer ${data.session.access_token}` } : {};
}
