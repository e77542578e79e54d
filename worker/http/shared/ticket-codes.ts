import { keyedHash, sha256Hex } from '../security/crypto.ts';
import { notSetUp } from '../answers/errors.ts';

type WithPepper = Pick<Env, 'TICKET_CODE_PEPPER'>;

/** `code_hash` is the SHA-256 of the code's bytes, in lower-case hex. */
interface TicketCode {
  event_id: string;
  code_hash: string;
}

/** The hash is keyed, because codes are guessable. The same code has a different hash for each event. */
export async function ticketCodeHmac(env: WithPepper, { event_id, code_hash }: TicketCode) {
  return keyedHash(pepperOf(env), ['ticket code', event_id, code_hash]);
}

/** Hashes a ticket file. The hash detects a file that is listed again with another code. */
export async function ticketContentHmac(env: WithPepper, bytes: Uint8Array<ArrayBuffer>) {
  return keyedHash(pepperOf(env), ['ticket content', await sha256Hex(bytes)]);
}

function pepperOf({ TICKET_CODE_PEPPER }: WithPepper): string {
  if (!TICKET_CODE_PEPPER) throw notSetUp('TICKET_CODE_PEPPER is empty, but tickets are handed over here. Set it.');
  return TICKET_CODE_PEPPER;
}
