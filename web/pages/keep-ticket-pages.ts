import { keepPage } from '../features/trade/handover/keep-page.ts';

/**
 * Keeps the pages of opened tickets and passes for offline use. Loads the scripts of these pages first, because this
 * visit may not have loaded them.
 */
export async function keepTicketPages(): Promise<void> {
  await Promise.all([import('./staff/launch-area.client.tsx'), import('./trade/ticket-page.client.tsx')]);
  await keepPage();
}
