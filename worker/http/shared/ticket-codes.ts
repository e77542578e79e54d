import { keyedHash, sha256Hex } from '../security/crypto.ts';
import { notSetUp } from '../answers/errors.ts';

type WithPepper = Pick<Env, 'TICKET_CODE_PEPPER'>;

/**
 * What the keyed hash of a ticket's code is made of. `code_hash` is the SHA-256 of the code's bytes, in lower-case hex.
 */
interface TicketCode {
  event_id: string;
  code_hash: string;
}

/**
 * The keyed hash under which the code of a ticket is stored. Codes are guessable, so a bare hash could be reversed from
 * a copy of the database. The same code has another hash for another event.
 */
export async function ticketCodeHmac(env: WithPepper, { event_id, code_hash }: TicketCode) {
  return keyedHash(pepperOf(env), ['ticket code', event_id, code_hash]);
}

/** The keyed hash of the bytes of a ticket's file, by which the same picture is known under another code. */
export async function ticketContentHmac(env: WithPepper, bytes: Uint8Array<ArrayBuffer>) {
  return keyedHash(pepperOf(env), ['ticket content', await sha256Hex(bytes)]);
}

function pepperOf({ TICKET_CODE_PEPPER }: WithPepper): string {
  if (!TICKET_CODE_PEPPER) throw notSetUp('TICKET_CODE_PEPPER is empty, and tickets are handed over here. Set it.');
  return TICKET_CODE_PEPPER;
}
