import { TICKETS_KEPT } from '../../../session/forget-kept.ts';

/** Tells the service worker to cache what /my-tickets needs offline: its page without data, and the loaded scripts. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // This module shows the tickets offline.
  await import('./kept-list.tsx');
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const seen = [...new Set(files.filter((path) => /^\/assets\/.+\.(js|css|woff2)$/.test(path)))];
  const { active } = await navigator.serviceWorker.ready;
  // The person may have signed out in the meantime.
  if (localStorage.getItem(TICKETS_KEPT) === null) return;
  active?.postMessage({ seen, keepsTickets: true }, { transfer: [] });
}
