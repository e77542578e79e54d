import { MINUTE } from '../../../../contract/time/durations.ts';

export const CHAINS = ['ethereum', 'solana'] as const;
export type Chain = (typeof CHAINS)[number];

/** A sign-in message in the format of EIP-4361. Solana uses the same format. `address` is normalized. */
export interface SignInMessage {
  chain: Chain;
  domain: string;
  address: string;
  uri: URL;
  statement: string | null;
  chain_id: string | null;
  issued_at: Date;
  expires_at: Date | null;
  not_before: Date | null;
}

type Parsed = { message: SignInMessage } | { refusal: string };

/** How far the issue time may be from now, in ms. */
export const ISSUE_WINDOW_MS = 10 * MINUTE;

const MIN_BYTES = 64;
const MAX_BYTES = 20_480;
const MIN_LINES = 6;
const HEADER = /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[::1\])(?::\d{1,5})?$/i;
const FIELD = /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (.+)$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;
const ANY_URI = /^[a-z][a-z0-9+.-]*:\S+$/i;
const LOOPBACK = /^(?:localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

const ADDRESS: Record<Chain, RegExp> = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ };
const CHAIN_ID: Record<Chain, RegExp> = { ethereum: /^[1-9]\d{0,18}$/, solana: /^solana:(?:main|dev|test|local)net$/ };

/** Parses a message, but does not check times or the signature. `refusal` is the error text for the client. */
export function parseSignInMessage(text: string, chain: Chain): Parsed {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes < MIN_BYTES || bytes > MAX_BYTES) return { refusal: `message must be ${MIN_BYTES} to ${MAX_BYTES} bytes` };
  const lines = text.split('\n');
  if (lines.length < MIN_LINES) return { refusal: 'message has too few lines' };
  const [first = '', address = '', blank = '', ...rest] = lines;
  const [, domain = '', network = ''] = HEADER.exec(first) ?? [];
  if (network.toLowerCase() !== chain) return { refusal: `message is not a sign-in message of ${chain}` };
  if (!DOMAIN.test(domain)) return { refusal: 'domain in the first line is not valid' };
  if (!ADDRESS[chain].test(address)) return { refusal: 'wallet address in the second line is not valid' };
  if (blank !== '') return { refusal: 'third line must be empty' };
  const { statement, body } = splitStatement(rest);
  const fields = readFields(body);
  if (typeof fields === 'string') return { refusal: fields };
  return assemble({ chain, domain, address, statement, fields });
}

/** Returns why the message cannot be used at `now`, or null if it can. */
export function refuseByClock(message: SignInMessage, now: Date): string | null {
  const at = now.getTime();
  if (Math.abs(at - message.issued_at.getTime()) > ISSUE_WINDOW_MS)
    return 'message was not issued within ten minutes of now';
  if (message.expires_at && message.expires_at.getTime() <= at) return 'message has expired';
  if (message.not_before && message.not_before.getTime() > at) return 'message is not valid yet';
  return null;
}

/** If there is no statement, some wallets still send the empty line that would follow it. */
function splitStatement(rest: string[]): { statement: string | null; body: string[] } {
  if (rest[0] === '') return { statement: null, body: rest.slice(1) };
  return rest[1] === '' ? { statement: rest[0] ?? null, body: rest.slice(2) } : { statement: null, body: rest };
}

function readFields(lines: string[]): Map<string, string> | string {
  const fields = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (line === 'Resources:' || line === 'Resources') {
      const isList = lines.slice(index + 1).every((item) => item.startsWith('- ') && ANY_URI.test(item.slice(2)));
      return isList ? fields : 'Resources must be a list of URIs';
    }
    const [, key, value] = FIELD.exec(line) ?? [];
    if (key === undefined || value === undefined) return `line ${index + 1} of the fields is not valid`;
    if (fields.has(key)) return `${key} is given twice`;
    fields.set(key, value);
  }
  return fields;
}

function assemble(parts: {
  chain: Chain;
  domain: string;
  address: string;
  statement: string | null;
  fields: Map<string, string>;
}): Parsed {
  const { chain, domain, fields } = parts;
  if (fields.get('Version') !== '1') return { refusal: 'Version must be 1' };
  const uri = readUri(fields.get('URI'), domain);
  if (typeof uri === 'string') return { refusal: uri };
  const chainId = fields.get('Chain ID') ?? null;
  if (chainId !== null && !CHAIN_ID[chain].test(chainId)) return { refusal: 'Chain ID is not valid' };
  const nonce = fields.get('Nonce');
  if (nonce !== undefined && nonce.length < 8) return { refusal: 'Nonce must have at least 8 characters' };
  const times = ['Issued At', 'Expiration Time', 'Not Before'].map((key) => readInstant(fields.get(key)));
  if (times.includes('invalid')) return { refusal: 'times must be in RFC 3339 form' };
  const [issued_at, expires_at, not_before] = times as (Date | null)[];
  if (!issued_at) return { refusal: 'Issued At is missing' };
  if (expires_at && issued_at > expires_at) return { refusal: 'Issued At is after Expiration Time' };
  if (expires_at && not_before && not_before > expires_at) return { refusal: 'Not Before is after Expiration Time' };
  // Letter case has no meaning in hex, and one wallet must be one user. In Base58, letter case matters.
  const address = chain === 'ethereum' ? parts.address.toLowerCase() : parts.address;
  const message = { chain, domain, address, uri, statement: parts.statement, chain_id: chainId, issued_at };
  return { message: { ...message, expires_at: expires_at ?? null, not_before: not_before ?? null } };
}

function readUri(text: string | undefined, domain: string): URL | string {
  if (text === undefined) return 'URI is missing';
  const uri = URL.parse(text);
  if (!uri || /\s/.test(text) || uri.username || uri.password) return 'URI is not valid';
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && LOOPBACK.test(uri.hostname)))
    return 'URI must be https';
  return URL.parse(`${uri.protocol}//${domain}`)?.host === uri.host ? uri : 'URI and domain name different hosts';
}

function readInstant(text: string | undefined): Date | 'invalid' | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  return INSTANT.test(text) && !Number.isNaN(instant.getTime()) ? instant : 'invalid';
}
