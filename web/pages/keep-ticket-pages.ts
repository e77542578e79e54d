import { keepPage } from '../features/trade/handover/keep-page.ts';

/** Keeps the pages of opened tickets and passes for offline use, with scripts that this visit has not loaded. */
export async function keepTicketPages(): Promise<void> {
  await Promise.all([import('./staff/launch-area.client.tsx'), import('./trade/ticket-page.client.tsx')]);
  await keepPage();
}
