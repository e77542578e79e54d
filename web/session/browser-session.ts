import { RETURNING } from '../../worker/contract/people/returning-cookie.ts';
import { arrivesWithSession, coverPage, uncoverPage } from './arrival-address.ts';
import { onPersonLeaves, sessionNow, setSession } from './session.ts';
import type { AppRoutes } from './handle-arrival.ts';
import { SESSION_KEY, storedSession } from './stored-session.ts';

export type Auth = ReturnType<(typeof import('./auth.client.ts'))['startAuth']>;

export interface SessionHost extends AppRoutes {
  forget: () => void;
}

/** A token that expires within this time is renewed before it is used, in ms. */
const MARGIN_MS = 30_000;

let host: AppRoutes = { go: () => Promise.resolve(), path: () => '/' };
let opened: Promise<Auth> | undefined;

/** Finds out who is signed in. The auth client is fetched only for a stored session or one in the URL. */
export function startSession({ forget, ...app }: SessionHost): void {
  host = app;
  onPersonLeaves(forget);
  const arrives = arrivesWithSession(location);
  if (document.cookie.includes(RETURNING)) document.cookie = `${RETURNING}; Path=/; Max-Age=0`;
  if (arrives) coverPage();
  if (arrives || storedSession()) openAuth().catch(() => undefined);
  else setSession({ status: 'signed_out' });
  // Notices a sign-in in another tab, even if this tab has not loaded its auth client yet.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue && !opened) openAuth().catch(() => undefined);
  });
}

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

/** Returns an empty object for a visitor. */
export async function authHeader(): Promise<Record<string, string>> {
  const kept = storedSession();
  if (!kept) return {};
  if (kept.expires_at * 1000 - Date.now() > MARGIN_MS) return { Authorization: `Bearer ${kept.access_token}` };
  const { auth } = await openAuth();
  const { data } = await auth.getSession();
  return data.session ? { Authorization: `Bearer ${data.session.access_token}` } : {};
}
