import { importPKCS8, SignJWT } from 'jose';
import { BRAND } from '../../../contract/text/brand.ts';
import { newYorkWallClock } from '../../../contract/time/new-york-time.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { type GoogleSettings, walletsOf } from '../../../http/shared/wallets.ts';
import { type AskedTicket, findWalletTicket, type WalletTicket } from './wallet.db.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Long texts are cut to these sizes in bytes, because Google allows 1,800 characters in the token. */
const MOST = { title: 90, venue_name: 40, address: 50 };

/** Throws `request.not_found` while Google Wallet is off. Also throws the errors of `findWalletTicket`. */
export async function googleLink(env: Env, asked: AskedTicket): Promise<{ url: string }> {
  if (!walletsOf(env).google) throw notFound();
  const ticket = await findWalletTicket(asked);
  const key = await importPKCS8(env.GOOGLE_WALLET_KEY.replaceAll('\\n', '\n'), 'RS256');
  const claims = { typ: 'savetowallet', origins: [new URL(env.SITE_URL).origin], payload: describe(env, ticket) };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(env.GOOGLE_WALLET_ACCOUNT)
    .setAudience('google')
    .setIssuedAt(asked.now)
    .sign(key);
  return { url: SAVE + token };
}

/** The pass gets no barcode, because the code for the door changes. */
function describe(env: GoogleSettings & { SITE_URL: string }, ticket: WalletTicket) {
  const classId = `${env.GOOGLE_WALLET_ISSUER}.${ticket.event_id}`;
  const pass = new URL(`/pass/${ticket.request_id}`, env.SITE_URL).href;
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: BRAND,
        reviewStatus: 'UNDER_REVIEW',
        eventName: english(cut(ticket.title, MOST.title)),
        venue: {
          name: english(cut(ticket.venue_name, MOST.venue_name)),
          address: english(cut(ticket.address, MOST.address)),
        },
        dateTime: { start: `${newYorkWallClock(ticket.start_at)}:00` },
      },
    ],
    eventTicketObjects: [
      {
        id: `${env.GOOGLE_WALLET_ISSUER}.${ticket.request_id}-${ticket.ticket}`,
        classId,
        state: 'ACTIVE',
        ticketType: english(`Ticket ${ticket.ticket} of ${ticket.of}`),
        linksModuleData: { uris: [{ id: 'pass', uri: pass, description: 'Pass for the door' }] },
      },
    ],
  };
}

const english = (value: string) => ({ defaultValue: { language: 'en-US', value } });

/** Cuts a text to at most `bytes` of UTF-8 without splitting a character. */
const cut = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
