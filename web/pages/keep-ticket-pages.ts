import { keepPage } from '../features/trade/handover/keep-page.ts';

/** Caches the ticket pages for offline use. Loads their scripts first, because this visit may not have loaded them. */
export async function keepTicketPages(): Promise<void> {
  await Promise.all([import('./staff/launch-area.client.tsx'), import('./trade/ticket-page.client.tsx')]);
  await keepPage();
}
