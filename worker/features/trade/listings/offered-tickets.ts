import { cents } from '../../../contract/trade/money.ts';
import type { OfferTickets } from '../../../contract/trade/tickets.ts';
import { ticketCodeHmac } from '../../../http/shared/ticket-codes.ts';
import type { OfferedTickets } from './offer-tickets.db.ts';

/**
 * The tickets that a seller offers, with the keyed hashes of their codes: the hashes that the seller's phone has sent
 * go no further.
 */
export async function offeredTickets(
  env: Env,
  {
    ask_price,
    kind,
    tickets = [],
    quantity = tickets.length,
    ...offered
  }: OfferTickets & { seller_id: string; key: string },
): Promise<OfferedTickets> {
  const files = tickets.map(async ({ file_id, code_hash, code_format }) => {
    return { file_id, code_format, code_hmac: await ticketCodeHmac(env, { event_id: offered.event_id, code_hash }) };
  });
  return {
    ...offered,
    quantity,
    kind: kind ?? null,
    files: await Promise.all(files),
    ask_price_cents: cents(ask_price),
  };
}
