import type { GoTrueClient } from '@supabase/auth-js';
import type { HistoryState } from '@tanstack/react-router';
import { requestSentence } from '../api.ts';
import { showToast } from '../ui/toast.ts';
import { uncoverPage } from './arrival-address.ts';
import { textOfCode } from './auth-error-text.ts';
import type { Arrival } from './read-arrival.ts';
import { acceptSession, takeConfirmation } from './accept-session.ts';
import { beginReturn, keptPath } from './return-place.ts';
import { afterArrival, followTarget, ON_RETURN_MS, stateFrom, storedTarget, toNewPassword } from './where-next.ts';

export interface AppRoutes {
  go: (path: string, options?: { replace?: boolean; resetScroll?: boolean; state?: HistoryState }) => Promise<void>;
  /** The path that the app shows or is going to. */
  path: () => string;
}

/** Starts the session that the URL grants. Keeps this URL out of the browser's history, because it holds tokens. */
export async function handleArrival({
  arrival,
  path,
  wanted,
  auth,
  app,
  listen,
}: {
  arrival: Arrival;
  path: string;
  /** The page that the mail link leads back to, or null. */
  wanted: string | null;
  auth: Pick<GoTrueClient, 'exchangeCodeForSession' | 'getSession' | 'setSession'>;
  app: AppRoutes;
  listen: () => void;
}): Promise<void> {
  const seen = await acceptArrival(auth, arrival);
  listen();
  const { data } = await auth.getSession();
  const next = afterArrival(seen, { isSignedIn: data.session !== null, hasTarget: storedTarget() !== null, path });
  const failed = next.to === 'here' ? next.failed_code : seen.from_provider ? seen.error_code : null;
  if (failed !== null)
    showToast({
      title: path === '/account' ? 'Error' : 'Sign in failed',
      text: textOfCode(failed) + requestSentence(500, seen.error_id),
      isDestructive: true,
    });
  if (next.to === 'target') {
    history.replaceState(history.state, '', '/');
    await followTarget({ delayMs: ON_RETURN_MS, go: (target) => goBack(app, target) });
  } else if (next.to === 'confirm' && next.outcome.kind === 'signup' && wanted !== null && wanted === keptPath()) {
    // In this browser, the person went from `wanted` to the sign-up, so go back to `wanted`. Any other browser shows
    // `/confirm` first.
    showToast({ title: 'Email confirmed', text: 'You are signed in.' });
    await goBack(app, wanted, { replace: true });
  } else if (next.to === 'confirm') {
    await app.go('/confirm', { replace: true, state: { outcome: next.outcome, ...stateFrom(wanted) } });
  } else if (next.to === 'reset') {
    await app.go(toNewPassword(wanted), { replace: true });
  } else if (app.path() === path) {
    // Removes the tokens from the URL. If a gate (`gates.tsx`) has led to another page, the URL has no tokens anymore.
    history.replaceState(history.state, '', path);
  }
  uncoverPage();
}

/** Goes to a page and, if the person left it to sign in, to the same place on it. */
export async function goBack(app: AppRoutes, path: string, options: { replace?: boolean } = {}): Promise<void> {
  await app.go(path, { ...options, resetScroll: !beginReturn(path) });
}

/**
 * Starts or refuses the session that the arrival's URL grants. Returns the arrival with the outcome and with the type
 * of the mail link. The type comes from the cookie that was set when this browser confirmed the link, because anyone
 * can write a type into a URL. If the URL grants no session, returns the arrival unchanged.
 */
async function acceptArrival(auth: Parameters<typeof acceptSession>[0], arrival: Arrival): Promise<Arrival> {
  const confirmation = takeConfirmation();
  const { grant } = arrival;
  if (grant === null) return arrival;
  const error_code = await acceptSession(auth, { grant, confirmation });
  const from_provider = 'code' in grant && confirmation === null;
  return { ...arrival, error_code, from_provider, type: confirmation?.type ?? null };
}
