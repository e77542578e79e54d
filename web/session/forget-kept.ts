import { PLACE_KEY } from './return-place.ts';

/** The database in which this browser keeps opened tickets, encrypted (docs/decisions/trade/0035-ticket-files.md). */
export const TICKETS_DATABASE = 'vouch-tickets';
/** Set in local storage while the database may hold a ticket. */
export const TICKETS_KEPT = 'vouch.tickets';
/** Set in local storage while this browser may hold passes for doors. */
export const PASSES_KEPT = 'vouch.passes';
/** In local storage: the current and coming nights for which this person has tickets, up to three days ahead. */
export const NIGHTS_KEPT = 'vouch.nights';

/** In local storage: the person, day and endpoint with which this browser last registered for push messages. */
export const PUSH_KEPT = 'vouch.push';

const DRAFTS = /^vouch\.(draft|sell)\./;

/**
 * Removes what this browser keeps for the person who signed out. Keeps forms and scans that wait for a network, because
 * others expect them to arrive.
 */
export function forgetKept(): void {
  localStorage.removeItem(PLACE_KEY);
  localStorage.removeItem('vouch.mark');
  localStorage.removeItem(TICKETS_KEPT);
  localStorage.removeItem(PASSES_KEPT);
  localStorage.removeItem(NIGHTS_KEPT);
  localStorage.removeItem(PUSH_KEPT);
  for (const name of Object.keys(sessionStorage).filter((each) => DRAFTS.test(each))) sessionStorage.removeItem(name);
  if ('indexedDB' in globalThis)
    for (const name of [TICKETS_DATABASE, 'vouch-pass', 'vouch-door-list']) indexedDB.deleteDatabase(name);
  void endPush().catch(() => undefined);
  navigator.serviceWorker?.controller?.postMessage({ signedOut: true }, { transfer: [] });
}

/** Ends this browser's push subscription, which the push service would otherwise keep. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
