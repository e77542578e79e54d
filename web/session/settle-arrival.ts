import type { GoTrueClient } from '@supabase/auth-js';
import type { HistoryState } from '@tanstack/react-router';
import { showToast } from '../ui/toast.ts';
import { uncoverPage } from './arrival-address.ts';
import { textOfCode } from './auth-error-text.ts';
import type { Arrival } from './read-arrival.ts';
import { takePress, takeSession } from './take-session.ts';
import { afterArrival, followTarget, ON_RETURN_MS, storedTarget } from './where-next.ts';

/** How the auth client moves the app around it. */
export interface AppRoutes {
  /** Goes to a path of this app; with `replace`, in place of the current history entry. */
  go: (path: string, options?: { replace?: boolean; state?: HistoryState }) => Promise<void>;
  /** The path that the app is at, or on the way to. */
  path: () => string;
}

/**
 * Takes the session that the address brings, tells who is signed in by `listen`, and goes to the page that the arrival leads to, in place of
 * the address with the tokens. Until then the page underneath stays covered.
 */
export async function settleArrival({
  arrival,
  path,
  auth,
  app,
  listen,
}: {
  arrival: Arrival;
  /** The path that the browser arrived at. */
  path: string;
  auth: Pick<GoTrueClient, 'exchangeCodeForSession' | 'getSession' | 'setSession'>;
  app: AppRoutes;
  listen: () => void;
}): Promise<void> {
  const seen = await takeArrival(auth, arrival);
  listen();
  const { data } = await auth.getSession();
  const next = afterArrival(seen, { isSignedIn: data.session !== null, hasTarget: storedTarget() !== null, path });
  const failed = next.to === 'here' ? next.failed_code : seen.from_provider ? seen.error_code : null;
  if (failed !== null)
    showToast({ title: path === '/account' ? 'Error' : 'Sign in failed', text: textOfCode(failed), isDestructive: true });
  if (next.to === 'target') {
    history.replaceState(history.state, '', '/');
    await followTarget({ delayMs: ON_RETURN_MS, go: app.go });
  } else if (next.to === 'confirm') {
    await app.go('/confirm', { replace: true, state: { outcome: next.outcome } });
  } else if (next.to === 'reset' && path !== '/reset-password') {
    await app.go('/reset-password', { replace: true });
  } else if (app.path() === path) {
    // The tokens leave the address. A gate that already leads elsewhere has removed them itself.
    history.replaceState(history.state, '', path);
  }
  uncoverPage();
}

/** The arrival after its session was taken or refused. The cookie of a press knows the type of the link, which anyone can write in an address. */
async function takeArrival(auth: Parameters<typeof takeSession>[0], arrival: Arrival): Promise<Arrival> {
  const press = takePress();
  const { brings } = arrival;
  if (brings === null) return arrival;
  const error_code = await takeSession(auth, { brings, press });
  const from_provider = 'code' in brings && press === null;
  return { ...arrival, error_code, from_provider, type: press?.type ?? null };
}
