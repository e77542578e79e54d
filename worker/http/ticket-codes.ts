import { keyedHash } from './crypto.ts';
import { notSetUp } from './errors.ts';

/** What the keyed hash of a ticket's code is made of. `code_hash` is the SHA-256 of the code's bytes, in lower-case hex. */
interface TicketCode {
  event_id: string;
  code_hash: string;
}

/**
 * The keyed hash under which the code of a ticket is stored. Codes are guessable, so a bare hash could be reversed from a copy of the
 * database. The same code has another hash for another event.
 */
export async function ticketCodeHmac({ TICKET_CODE_PEPPER }: Pick<Env, 'TICKET_CODE_PEPPER'>, { event_id, code_hash }: TicketCode) {
  if (!TICKET_CODE_PEPPER) throw notSetUp('TICKET_CODE_PEPPER is empty, and tickets are handed over here. Set it.');
  return keyedHash(TICKET_CODE_PEPPER, ['ticket code', event_id, code_hash]);
}
