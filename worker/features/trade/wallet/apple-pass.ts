import { zipSync } from 'fflate';
import { BRAND } from '../../../contract/text/brand.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { type Bytes, textBytes, toHex } from '../../../contract/text/bytes.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { type AppleSettings, walletsOf } from '../../../http/shared/wallets.ts';
import { pemBytes } from './pem.ts';
import { signDetached } from './sign-cms.ts';
import { type AskedTicket, findWalletTicket, type WalletTicket } from './wallet.db.ts';

const ICON = '/icon-192.png';
/** All pictures hold the same icon, because Wallet scales it. */
const PICTURES = ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png'];

/** Throws `request.not_found` while Apple Wallet is off, and what `findWalletTicket` throws. */
export async function applePass(env: Env, asked: AskedTicket): Promise<Bytes> {
  if (!walletsOf(env).apple) throw notFound();
  const [ticket, icon] = await Promise.all([findWalletTicket(asked), readIcon(env)]);
  const pictures = PICTURES.map((name): [string, Bytes] => [name, icon]);
  const files = { 'pass.json': textBytes(JSON.stringify(describe(env, ticket))), ...Object.fromEntries(pictures) };
  const manifest = textBytes(JSON.stringify(await digestsOf(files)));
  const signature = await signDetached(manifest, { signer: signerOf(env), now: asked.now });
  const zipped = zipSync({ ...files, 'manifest.json': manifest, signature }, { mtime: asked.now, level: 0 });
  return Uint8Array.from(zipped);
}

/** The pass has no barcode, because the code for the door keeps changing. A link on its back leads to that code. */
function describe(env: AppleSettings & { SITE_URL: string }, ticket: WalletTicket) {
  const { request_id, title, start_at, venue_name, address, ticket: position, of } = ticket;
  const pass = new URL(`/pass/${request_id}`, env.SITE_URL).href;
  return {
    formatVersion: 1,
    passTypeIdentifier: env.APPLE_PASS_TYPE,
    teamIdentifier: env.APPLE_TEAM,
    serialNumber: `${request_id}-${position}`,
    groupingIdentifier: request_id,
    organizationName: BRAND,
    description: `Ticket for ${title}`,
    logoText: BRAND,
    relevantDate: start_at.toISOString().replace(/\.\d{3}/, ''),
    sharingProhibited: true,
    foregroundColor: 'rgb(244, 241, 234)',
    labelColor: 'rgb(163, 158, 147)',
    backgroundColor: 'rgb(11, 11, 13)',
    eventTicket: {
      primaryFields: [{ key: 'event', label: 'Night', value: title }],
      secondaryFields: [
        { key: 'venue', label: 'Venue', value: venue_name },
        { key: 'ticket', label: 'Ticket', value: `${position} of ${of}` },
      ],
      auxiliaryFields: [{ key: 'doors', label: 'Doors', value: longDate(start_at.toISOString()) }],
      backFields: [
        { key: 'pass', label: 'Pass for the door', value: pass },
        {
          key: 'how',
          label: 'At the door',
          value: 'Open the link. It shows the code for the door, which changes every 30 seconds.',
        },
        { key: 'address', label: 'Address', value: address },
      ],
    },
  };
}

/** SHA-1 in hex, as the pass format requires. */
async function digestsOf(files: Record<string, Bytes>): Promise<Record<string, string>> {
  const digests = Object.entries(files).map(async ([name, bytes]) => {
    return [name, toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)))] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

function signerOf(env: AppleSettings) {
  return {
    certificate: pemBytes('APPLE_PASS_CERTIFICATE', env.APPLE_PASS_CERTIFICATE),
    issuers: [pemBytes('APPLE_WWDR_CERTIFICATE', env.APPLE_WWDR_CERTIFICATE)],
    key: pemBytes('APPLE_PASS_KEY', env.APPLE_PASS_KEY),
  };
}

async function readIcon(env: Pick<Env, 'ASSETS' | 'SITE_URL'>): Promise<Bytes> {
  const answer = await env.ASSETS.fetch(new URL(ICON, env.SITE_URL));
  if (!answer.ok) throw new Error(`The icon ${ICON} of passes is missing.`);
  return new Uint8Array(await answer.arrayBuffer());
}
