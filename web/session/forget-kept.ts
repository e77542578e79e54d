import { PLACE_KEY } from './return-place.ts';

/** The keys of drafts in session storage. */
const DRAFTS = /^vouch\.(draft|sell)\./;

/**
 * Removes what this browser keeps of the person who signed out: drafts, the place to return to, and every copy that is not public. Forms that were sent and
 * wait for a network stay, because their sender expects them to arrive.
 */
export function forgetKept(): void {
  localStorage.removeItem(PLACE_KEY);
  localStorage.removeItem('vouch.mark');
  for (const name of Object.keys(sessionStorage).filter((each) => DRAFTS.test(each))) sessionStorage.removeItem(name);
  navigator.serviceWorker?.controller?.postMessage({ signedOut: true }, { transfer: [] });
}
