import { cents } from '../../../contract/trade/money.ts';
import type { ListTickets } from '../../../contract/trade/tickets.ts';
import { ticketCodeHmac } from '../../../http/shared/ticket-codes.ts';
import type { ListedTickets } from './list-tickets.db.ts';

/** Replaces each code hash from the seller's phone by a keyed hash. */
export async function listedTickets(
  env: Env,
  {
    ask_price,
    kind,
    tickets = [],
    quantity = tickets.length,
    ...listed
  }: ListTickets & { seller_id: string; key: string },
): Promise<ListedTickets> {
  const files = tickets.map(async ({ file_id, code_hash, code_format }) => {
    return { file_id, code_format, code_hmac: await ticketCodeHmac(env, { event_id: listed.event_id, code_hash }) };
  });
  return {
    ...listed,
    quantity,
    kind: kind ?? null,
    files: await Promise.all(files),
    ask_price_cents: cents(ask_price),
  };
}
