import { PASSES_KEPT, TICKETS_KEPT } from '../../../session/forget-kept.ts';
import { loadEncoder } from '../pass/pass-code.tsx';
import { requestsWithPass } from '../pass/own-passes.ts';
import { requestsWithTicket } from './kept-tickets.ts';

const keepsAny = () => [TICKETS_KEPT, PASSES_KEPT].some((name) => localStorage.getItem(name) !== null);

/** Tells the service worker to cache the pages and scripts that stored tickets need offline. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // These modules show the tickets offline.
  await Promise.all([import('./kept-list.tsx'), loadEncoder()]);
  const ids = new Set([...(await requestsWithPass()), ...(await requestsWithTicket())]);
  const screens = [...ids].map((id) => `/pass/${id}`);
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const seen = [...screens, ...new Set(files.filter((path) => /^\/assets\/.+\.(js|css|woff2)$/.test(path)))];
  const { active } = await navigator.serviceWorker.ready;
  // The person may have signed out in the meantime.
  if (!keepsAny()) return;
  active?.postMessage({ seen, keepsTickets: true }, { transfer: [] });
}
