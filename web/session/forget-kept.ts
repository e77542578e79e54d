/** What is typed and not sent yet, by the beginning of its name in session storage. */
const DRAFTS = /^vouch\.(draft|sell)\./;

/**
 * Takes what this browser kept of the person who signed out: drafts, and every copy that is not public. Forms that were sent and wait
 * for a network stay, because their sender counts on them.
 */
export function forgetKept(): void {
  for (const name of Object.keys(sessionStorage).filter((each) => DRAFTS.test(each))) sessionStorage.removeItem(name);
  navigator.serviceWorker?.controller?.postMessage({ signedOut: true }, { transfer: [] });
}
