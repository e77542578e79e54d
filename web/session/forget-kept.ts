import { PLACE_KEY } from './return-place.ts';

/** The keys of drafts in session storage. */
const DRAFTS = /^vouch\.(draft|sell)\./;

/**
 * Removes what this browser keeps of the person who signed out: drafts, the place to return to, passes, lists of doors, and every
 * copy that is not public. Forms and scans that wait for a network stay, because others expect them to arrive.
 */
export function forgetKept(): void {
  localStorage.removeItem(PLACE_KEY);
  localStorage.removeItem('vouch.mark');
  for (const name of Object.keys(sessionStorage).filter((each) => DRAFTS.test(each))) sessionStorage.removeItem(name);
  if ('indexedDB' in globalThis) for (const name of ['vouch-pass', 'vouch-door-list']) indexedDB.deleteDatabase(name);
  navigator.serviceWorker?.controller?.postMessage({ signedOut: true }, { transfer: [] });
}
