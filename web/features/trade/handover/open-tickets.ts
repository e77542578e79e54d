import { openTicket } from '../../../code-reader/code-reader.ts';
import type { ApiClient } from '../../../api.ts';
import { keepTicket, keptTickets, type ShownTicket } from './kept-tickets.ts';
import { type BoughtTicket, checkTicket, fileOfTicket } from './ticket-api.ts';

interface Sale {
  id: string;
  event: ShownTicket['event'];
}

/** Returns an empty list if the browser cannot store tickets. */
export async function keptOfRequest(user_id: string, request_id: string): Promise<ShownTicket[]> {
  const kept = await keptTickets(user_id).catch(() => []);
  return kept.filter((ticket) => ticket.request_id === request_id);
}

/** Opens each ticket from this device if it is stored here. If not, downloads it. Throws an `ApiError`. */
export async function openTickets(
  api: ApiClient,
  { user_id, request, tickets }: { user_id: string; request: Sale; tickets: readonly BoughtTicket[] },
): Promise<ShownTicket[]> {
  const kept = await keptOfRequest(user_id, request.id);
  const shown: ShownTicket[] = [];
  for (const ticket of tickets) {
    shown.push(kept.find(({ id }) => id === ticket.id) ?? (await openFirst(api, { user_id, request, ticket })));
  }
  return shown;
}

/**
 * Downloads a ticket, reads its code and lets the server compare it with the listed code. Stores the ticket if it has a
 * picture and its code does not differ from the listed one.
 */
async function openFirst(
  api: ApiClient,
  { user_id, request, ticket }: { user_id: string; request: Sale; ticket: BoughtTicket },
): Promise<ShownTicket> {
  const file = await fileOfTicket(api, ticket.id);
  const read = await openTicket(file);
  const isPicture = ticket.media_type.startsWith('image/');
  const opened = 'refusal' in read ? { pages: isPicture ? [file] : [], code: null, codes: [], isRedrawn: false } : read;
  const { title, venue_name, start_at } = request.event;
  const shown: ShownTicket = {
    id: ticket.id,
    request_id: request.id,
    event: { title, venue_name, start_at },
    format: ticket.code_format,
    pages: opened.pages,
    code: opened.code,
    isRedrawn: opened.isRedrawn,
    matches: await checkTicket(api, { id: ticket.id, code_hash: opened.codes[0]?.hash ?? null }),
  };
  if (shown.matches !== false && shown.pages.length > 0) await keep(user_id, shown);
  return shown;
}

/** Stores a ticket. If the browser cannot, the ticket is shown anyway. */
async function keep(user_id: string, shown: ShownTicket): Promise<void> {
  try {
    await keepTicket(user_id, shown);
  } catch (error) {
    console.warn('The ticket couldn’t be stored on this device.', error);
  }
}
