import type { auth as AuthClientHere } from './auth.ts';
import { copyOfCode } from './auth-copy.ts';
import { arrivesWithSession, type SessionHost, uncover } from './session.ts';
import { followTarget, ON_RETURN_MS, storedTarget } from './sign-in-redirect.ts';
import { showToast } from '../ui/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a mail link brought, for the confirm page. */
    outcome?: Outcome;
  }
}

/** What a mail link or a provider sent back in the address. The texts in it are never shown: anyone can write them. */
export interface Arrival {
  /** The kind of mail link, where it was one. */
  type: string | null;
  /** The service's error code, or `unknown`; null where all went well. */
  error_code: string | null;
  /** The first half of an e-mail change was proven; the other address has to agree as well. */
  is_half: boolean;
  /** A provider's answer, not a mail link's: its errors stand in the query too. */
  from_provider: boolean;
}

/** What the confirm page has to tell. */
export type Outcome = { kind: 'signup' | 'email_change' | 'half' } | { kind: 'failed'; error_code: string };

/** What comes after an arrival: where to, what to tell there. */
export type Onward = { to: 'target' } | { to: 'reset' } | { to: 'confirm'; outcome: Outcome } | { to: 'here'; failed_code: string | null };

/** Reads the address; null where it brings nothing. */
export function readArrival(url: URL): Arrival | null {
  if (!arrivesWithSession(url)) return null;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const isError = ['error', 'error_code', 'error_description'].some((name) => read(name) !== null);
  return {
    type: read('type'),
    error_code: isError ? (read('error_code') ?? 'unknown') : null,
    is_half: !isError && fragment.has('message'),
    from_provider: url.searchParams.has('error') || url.searchParams.has('error_code'),
  };
}

/** The rule: what follows from an arrival, given whether somebody is signed in, a target waits, and which page was asked for. */
export function onwardFrom(arrival: Arrival, at: { isSignedIn: boolean; hasTarget: boolean; path: string }): Onward {
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

/**
 * Waits until the client has read the address, then shows what the arrival means: the page it leads to, in place of the address
 * with the tokens. Until then the page underneath stays covered.
 */
export async function settleArrival({
  arrivedAt,
  auth,
  app: { go, path: pathNow },
}: {
  arrivedAt: URL;
  auth: typeof AuthClientHere;
  app: SessionHost;
}): Promise<void> {
  const arrival = readArrival(arrivedAt);
  if (!arrival) return;
  const { error } = await auth.initialize();
  const { data } = await auth.getSession();
  const seen = error && arrival.error_code === null ? { ...arrival, error_code: error.code ?? 'unknown' } : arrival;
  const path = arrivedAt.pathname;
  const onward = onwardFrom(seen, { isSignedIn: data.session !== null, hasTarget: storedTarget() !== null, path });
  const failed = onward.to === 'here' ? onward.failed_code : seen.from_provider ? seen.error_code : null;
  if (failed !== null)
    showToast({ title: path === '/account' ? 'Error' : 'Sign in failed', text: copyOfCode(failed), isDestructive: true });
  if (onward.to === 'target') {
    history.replaceState(history.state, '', '/');
    await followTarget({ delayMs: ON_RETURN_MS, go });
  } else if (onward.to === 'confirm') {
    await go('/confirm', { replace: true, state: { outcome: onward.outcome } });
  } else if (onward.to === 'reset' && path !== '/reset-password') {
    await go('/reset-password', { replace: true });
  } else if (pathNow() === path) {
    // Only the address is cleaned; where a gate leads on already, it has done so.
    history.replaceState(history.state, '', path);
  }
  uncover();
}
