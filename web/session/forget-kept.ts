import { PLACE_KEY } from './return-place.ts';

/** The database in which this browser keeps opened tickets, encrypted (docs/decisions/0103-opened-tickets-on-the-device.md). */
export const TICKETS_DATABASE = 'vouch-tickets';
/** Set in local storage while the database may hold a ticket. */
export const TICKETS_KEPT = 'vouch.tickets';

/** The keys of drafts in session storage. */
const DRAFTS = /^vouch\.(draft|sell)\./;

/**
 * Removes what this browser keeps of the person who signed out: opened tickets, drafts, the place to return to, passes, lists of doors, and
 * every copy that is not public. Forms and scans that wait for a network stay, because others expect them to arrive.
 */
export function forgetKept(): void {
  localStorage.removeItem(PLACE_KEY);
  localStorage.removeItem('vouch.mark');
  localStorage.removeItem(TICKETS_KEPT);
  for (const name of Object.keys(sessionStorage).filter((each) => DRAFTS.test(each))) sessionStorage.removeItem(name);
  if ('indexedDB' in globalThis) for (const name of [TICKETS_DATABASE, 'vouch-pass', 'vouch-door-list']) indexedDB.deleteDatabase(name);
  navigator.serviceWorker?.controller?.postMessage({ signedOut: true }, { transfer: [] });
}
