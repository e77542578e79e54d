import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import type { CheckedTicketView } from '../../../contract/trade/ticket-files.ts';
import { isSameText } from '../../../http/security/crypto.ts';
import { ticketCodeHmac } from '../../../http/shared/ticket-codes.ts';
import { notShown } from './custody.errors.ts';
import { findTicket, markMatched } from './reveal.db.ts';

/**
 * Compares the listed code with the code that a phone read. A different code opens a problem, unless the listed code
 * was read before. A friend who holds the ticket only learns whether the codes match, because problems belong to the
 * buyer. Throws `tickets.not_found` and `tickets.not_shown`.
 */
export async function checkTicket(
  c: Context<AppEnv>,
  { id, code_hash }: { id: string; code_hash: string | null },
): Promise<CheckedTicketView> {
  const [db, now, user_id] = [c.get('db'), c.get('now'), c.get('actor').user_id];
  const { ticket, shown, request_id, buyer_id } = await findTicket(db, { id, user_id, now });
  if (shown.shown_at === null) throw notShown();
  if (code_hash === null) return { matches: null };
  const code_hmac = await ticketCodeHmac(c.env, { event_id: ticket.event_id, code_hash });
  const matches = isSameText(code_hmac, ticket.code_hmac);
  if (buyer_id !== user_id) return { matches };
  if (matches) await markMatched(db, { id, now });
  else if (shown.matched_at === null) await c.get('payments').reportWrongCode(c.env, { id: request_id, buyer_id, now });
  return { matches };
}
