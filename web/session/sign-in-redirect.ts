import { RETURNING } from '../../worker/contract/returning-cookie.ts';
import { knownRole, type SessionHost } from './session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The protected page that sent the person to sign in. */
    from?: string;
  }
}

const KEY = 'redirectAfterLogin';
/** Where a sign-in with a provider leads unless a protected page asked for it. */
export const DEFAULT_TARGET = '/admin/events';
/** How long after the return from a provider the browser goes on. */
export const ON_RETURN_MS = 100;
/** How long after any other sign-in it goes to a target that was left waiting. */
export const ONCE_SIGNED_IN_MS = 500;

const FOR_STAFF = /^\/(admin|check|upload-event-images)\b/;

let hasGone = false;

/** A path of this site, as it may be gone to; null for everything else, other origins in every spelling among them. */
export function samePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : null;
}

/** Remembers where to go after the provider has sent the person back. */
export function storeTarget(target: unknown): void {
  hasGone = false;
  sessionStorage.setItem(KEY, samePath(target) ?? DEFAULT_TARGET);
  // The edge then sends the page of the return without content, so that home does not show on the way to the target.
  document.cookie = `${RETURNING}; Path=/; Max-Age=600; SameSite=Lax`;
}

/** Where to go, if somewhere was stored and it is a path of this site. */
export function storedTarget(): string | null {
  return samePath(sessionStorage.getItem(KEY));
}

/**
 * Clears the stored target and goes there after the delay, once only and not where the browser is already. A page for organizers and
 * admins is gone to only by them: others stay, and see neither it nor a spinner in between. Resolves when the browser is there, or
 * stays.
 */
export async function followTarget({ delayMs, go }: { delayMs: number; go: SessionHost['go'] }): Promise<void> {
  const target = storedTarget();
  if (!target || target === location.pathname || hasGone) return;
  hasGone = true;
  sessionStorage.removeItem(KEY);
  const [mayGo] = await Promise.all([mayEnter(target), new Promise((done) => void setTimeout(done, delayMs))]);
  if (mayGo) await go(target);
}

/** Every such page asks again by its own gate, and the server on every request. */
async function mayEnter(path: string): Promise<boolean> {
  if (!FOR_STAFF.test(path)) return true;
  const role = await knownRole();
  return role === 'admin' || role === 'organizer';
}
