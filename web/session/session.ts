import type { HistoryState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Role } from '../../drizzle/vocabulary.ts';
import { RETURNING } from '../../worker/contract/returning-cookie.ts';

/** The person behind the session. `name` is empty where none was given. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

/**
 * Who looks at the page. The role is `loading` until the server has told it, and `unknown`, which grants nothing, where the look-up
 * failed. `second_factor` says that the account has one and this session has not shown it yet.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; user: SessionUser; role: Role | 'loading' | 'unknown'; second_factor: boolean };

/** What the session needs of the app around it. */
export interface SessionHost {
  /** Goes to a path of this app, in place of the current history entry where `replace`. */
  go: (path: string, options?: { replace?: boolean; state?: HistoryState }) => Promise<void>;
  /** The path the app is at, or on the way to. */
  path: () => string;
  /** Forgets what was loaded for the person who was here before. */
  forget: () => void;
}

/** Where the auth client keeps its session in local storage. */
export const SESSION_KEY = 'vouch-session';
const LOADING: Session = { status: 'loading' };
/** A token that ends within this time is renewed before it is used. */
const MARGIN_MS = 30_000;
const IN_FRAGMENT = /[#&](access_token|error|error_code|error_description|message)=/;
const IN_QUERY = /[?&](error|error_code|error_description)=/;

let session: Session = LOADING;
/** The person who was signed in last on this page; what is loaded may be theirs. */
let lastPerson: string | undefined;
let host: SessionHost = { go: () => Promise.resolve(), path: () => '/', forget: () => undefined };
let opened: Promise<typeof import('./auth.ts')> | undefined;
const listeners = new Set<() => void>();

/** Who looks at the page, live. Loading at the edge and while hydrating. */
export function useSession(): Session {
  return useSyncExternalStore(listen, sessionNow, () => LOADING);
}

/** Who looks at the page at this moment. */
export function sessionNow(): Session {
  return session;
}

/** The role of who is here, once the server has told it; null where nobody is, or where it cannot be found out. */
export async function knownRole(): Promise<Role | null> {
  while (session.status === 'loading' || (session.status === 'signed_in' && session.role === 'loading')) {
    await new Promise<void>((change) => {
      const stop = listen(() => {
        stop();
        change();
      });
    });
  }
  return session.status === 'signed_in' && session.role !== 'unknown' && session.role !== 'loading' ? session.role : null;
}

/** Tells every reader who looks at the page now. Called by the auth client's module, and by tests. */
export function setSession(next: Session): void {
  const person = next.status === 'signed_in' ? next.user.id : undefined;
  // Only what another person's session loaded is forgotten: the data that came with the page belongs to everybody.
  if (lastPerson !== undefined && lastPerson !== person) host.forget();
  lastPerson = person ?? lastPerson;
  session = next;
  for (const tell of listeners) tell();
}

/** The app around the session. */
export function sessionHost(): SessionHost {
  return host;
}

/**
 * Finds out who is here, once, at the start of the app. The auth client is fetched only where a session is stored or the URL brings
 * one; everyone else is signed out at once.
 */
export function startSession(given: SessionHost): void {
  host = given;
  const arrives = arrivesWithSession(location);
  if (document.cookie.includes(RETURNING)) document.cookie = `${RETURNING}; Path=/; Max-Age=0`;
  if (arrives) document.documentElement.dataset['arriving'] = '';
  if (arrives || stored()) openAuth().catch(() => undefined);
  else setSession({ status: 'signed_out' });
  // Another tab signed in while this one had no client that would hear of it.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue && !opened) openAuth().catch(() => undefined);
  });
}

/** Shows the page again that was covered while an arrival was read out of the address. */
export function uncover(): void {
  delete document.documentElement.dataset['arriving'];
}

/** The auth client, fetched on first use. */
export function openAuth(): Promise<typeof import('./auth.ts')> {
  // Known when the Worker is built, so that its bundle leaves the client out.
  if (import.meta.env.SSR) return Promise.reject(new Error('The edge signs nobody in.'));
  opened ??= import('./auth.ts').catch((error: unknown) => {
    opened = undefined;
    uncover();
    if (session.status === 'loading') setSession({ status: 'signed_out' });
    throw error;
  });
  return opened;
}

/** True where the address carries what a mail link or a provider sent back: a session, an error or a message. */
export function arrivesWithSession({ hash, search }: Pick<Location, 'hash' | 'search'>): boolean {
  return IN_FRAGMENT.test(hash) || IN_QUERY.test(search);
}

/** The header that tells the API who asks; empty for a visitor. A token about to end is renewed first. */
export async function authHeader(): Promise<Record<string, string>> {
  const kept = stored();
  if (!kept) return {};
  if (kept.expires_at * 1000 - Date.now() > MARGIN_MS) return { Authorization: `Bearer ${kept.access_token}` };
  const { auth } = await openAuth();
  const { data } = await auth.getSession();
  return data.session ? { Authorization: `Bearer ${data.session.access_token}` } : {};
}

function stored(): { access_token: string; expires_at: number } | null {
  try {
    return JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as { access_token: string; expires_at: number } | null;
  } catch {
    return null;
  }
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
