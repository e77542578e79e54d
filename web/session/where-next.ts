import { RETURNING } from '../../worker/contract/people/returning-cookie.ts';
import type { Arrival } from './read-arrival.ts';
import { knownRole, type Session } from './session.ts';

/* Only this file decides where a person goes before and after a sign-in. Pages, gates and the auth client ask it. */

declare module '@tanstack/react-router' {
  interface HistoryState {
    from?: string;
    outcome?: Outcome;
    email?: string;
  }
}

/** `from` is the page to return to afterwards. */
export interface Next {
  path: string;
  from?: string | null;
}

export type Outcome = { kind: 'signup' | 'email_change' | 'half' } | { kind: 'failed'; error_code: string };

/** The error code for a session that another browser asked for. */
export const NOT_THIS_BROWSER = 'not_this_browser';
export const HOME: Next = { path: '/' };
export const TO_SECOND_FACTOR: Next = { path: '/account#security' };
/** The page to show before signing out. A page that needs a session would send the person to the sign-in page. */
export const BEFORE_SIGN_OUT = '/';
export const AFTER_NEW_PASSWORD = '/account';

/** Returns null if this session may see the page. */
export function beforePrivatePage(
  session: Exclude<Session, { status: 'loading' }>,
  { page, signedOutTo = '/login' }: { page: string; signedOutTo?: '/login' | '/auth' | '/' },
): Next | null {
  if (session.status === 'signed_out') return signedOutTo === '/' ? HOME : { path: signedOutTo, from: page };
  return session.second_factor ? { path: '/two-factor', from: page } : null;
}

/** Returns null for everyone who is not signed in, and before the session is known. */
export function afterSignIn(session: Session, from: string | null): Next | null {
  if (session.status !== 'signed_in') return null;
  return session.second_factor ? { path: '/two-factor', from } : backOrToWork(session, from);
}

/** Returns null while the second factor is missing, and before the session is known. */
export function afterSecondFactor(session: Session, from: string | null): Next | null {
  if (session.status === 'signed_out') return { path: '/auth', from };
  return session.status === 'signed_in' && !session.second_factor ? backOrToWork(session, from) : null;
}

/** Returns `from`. If `from` is home or null, staff go to their events and everyone else goes home. */
function backOrToWork(
  { role, lacks_staff_factor }: Extract<Session, { status: 'signed_in' }>,
  from: string | null,
): Next | null {
  if (from !== null && from !== '/') return { path: from };
  if (role === 'loading') return null;
  if (lacks_staff_factor) return TO_SECOND_FACTOR;
  return isStaff(role) ? { path: DEFAULT_TARGET } : HOME;
}

export function backFrom({
  href,
  pathname,
  state,
}: {
  href: string;
  pathname: string;
  state: { from?: string };
}): string | null {
  return SIGN_IN_PAGES.test(pathname) ? samePath(state.from) : samePath(href);
}

/** Returns null if the person can stay. */
export function afterRefusal(status: number, page: string): Next | null {
  if (status === 401) return { path: '/login', from: page };
  return status === 403 ? HOME : null;
}

/** `target` is the stored target, and `here` is the page in the URL. */
export type AfterArrival =
  | { to: 'target' }
  | { to: 'reset' }
  | { to: 'confirm'; outcome: Outcome }
  | { to: 'here'; failed_code: string | null };

export function afterArrival(
  arrival: Arrival,
  at: { isSignedIn: boolean; hasTarget: boolean; path: string },
): AfterArrival {
  // Always report a refused session: its link may have tried to switch a signed-in person to another account.
  if (arrival.error_code === NOT_THIS_BROWSER)
    return { to: 'confirm', outcome: { kind: 'failed', error_code: NOT_THIS_BROWSER } };
  if (at.hasTarget && at.isSignedIn) return { to: 'target' };
  if (arrival.is_half) return { to: 'confirm', outcome: { kind: 'half' } };
  if (arrival.error_code !== null) {
    const isMailLink = !arrival.from_provider && at.path !== '/reset-password';
    return isMailLink
      ? { to: 'confirm', outcome: { kind: 'failed', error_code: arrival.error_code } }
      : { to: 'here', failed_code: arrival.from_provider ? arrival.error_code : null };
  }
  if (arrival.type === 'recovery') return { to: 'reset' };
  if (arrival.type === 'signup' || arrival.type === 'invite') return { to: 'confirm', outcome: { kind: 'signup' } };
  if (arrival.type === 'email_change') return { to: 'confirm', outcome: { kind: 'email_change' } };
  return { to: 'here', failed_code: null };
}

const TARGET_KEY = 'redirectAfterLogin';
/** Where a sign-in with a provider leads if no page to return to was given. */
export const DEFAULT_TARGET = '/admin/events';
/** How long to wait after the return from a provider before going to the stored target, in ms. */
export const ON_RETURN_MS = 100;
/** How long to wait after any other sign-in before going to the stored target, in ms. */
export const ONCE_SIGNED_IN_MS = 500;
const FOR_STAFF = /^\/(admin|check|upload-event-images)\b/;
const SIGN_IN_PAGES = /^\/(auth|login|forgot-password|reset-password|two-factor|confirm)$/;

let isFollowed = false;

/** Returns a path of this site that is safe to go to. Null for anything else, such as another site in any spelling. */
export function samePath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, location.origin);
  // The path of `/.//host` is `//host`, which by itself is the address of another site.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

export function stateFrom(from: string | null): { from?: string } {
  return from === null ? {} : { from };
}

/** Returns the query for our mail links. It names the page to return to. Empty if `from` is home or null. */
function nextQuery(from: string | null): string {
  return from === null || from === '/' ? '' : `?${new URLSearchParams({ next: from }).toString()}`;
}

/** Returns the URL of home, where mail links lead. If `from` is another page, a query makes the app go on to it. */
export function afterMail(from: string | null): string {
  return from === null || from === '/' ? location.origin : `${location.origin}/${nextQuery(from)}`;
}

export function toNewPassword(from: string | null): string {
  return `/reset-password${nextQuery(from)}`;
}

/** Returns the page that the query names, or null if that is not a path of this site. */
export function nextIn(search: string): string | null {
  return samePath(new URLSearchParams(search).get('next'));
}

export function storeTarget(target: unknown): void {
  isFollowed = false;
  sessionStorage.setItem(TARGET_KEY, samePath(target) ?? DEFAULT_TARGET);
  // With this cookie, the server sends the page without content, so that home does not flash before the target.
  document.cookie = `${RETURNING}; Path=/; Max-Age=600; SameSite=Lax`;
}

export function storedTarget(): string | null {
  return samePath(sessionStorage.getItem(TARGET_KEY));
}

/** Clears the stored target and goes there after the delay. Only staff go to a page for staff; others stay. */
export async function followTarget({
  delayMs,
  go,
}: {
  delayMs: number;
  go: (path: string) => Promise<void>;
}): Promise<void> {
  const target = storedTarget();
  if (!target || target === location.pathname || isFollowed) return;
  isFollowed = true;
  sessionStorage.removeItem(TARGET_KEY);
  const [mayGo] = await Promise.all([mayEnter(target), new Promise((done) => void setTimeout(done, delayMs))]);
  // The page may have changed in the meantime.
  if (mayGo && target !== location.pathname + location.search + location.hash) await go(target);
}

/** The page's own gate and the server check the role again. */
async function mayEnter(path: string): Promise<boolean> {
  if (!FOR_STAFF.test(path)) return true;
  return isStaff(await knownRole());
}

function isStaff(role: string | null): boolean {
  return role === 'admin' || role === 'organizer';
}
