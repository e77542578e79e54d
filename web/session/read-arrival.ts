import { arrivesWithSession } from './arrival-address.ts';

/** What opens a session: a code to exchange, or tokens with the proof that this browser pressed the button behind a mail's link. */
export type Brought = { code: string } | { access_token: string; refresh_token: string; proof: string };

/** What a mail link or a provider sent back in the address. Its texts are never shown, because anyone can write them. */
export interface Arrival {
  /** The kind of mail link; null for anything else. */
  type: string | null;
  /** The service's error code, or `unknown`; null when all went well. */
  error_code: string | null;
  /** The first half of an email change is proven. The other address has to agree as well. */
  is_half: boolean;
  /** A provider's answer. Its errors stand in the query. So do those of a mail link that a PKCE client asked for, but only such a link expires. */
  from_provider: boolean;
  /** Null if the address carries no session, or an error beside it. */
  brings: Brought | null;
}

/** Reads the address; null when it carries nothing. */
export function readArrival(url: URL): Arrival | null {
  if (!arrivesWithSession(url)) return null;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const isError = ['error', 'error_code', 'error_description'].some((name) => read(name) !== null);
  const error_code = isError ? (read('error_code') ?? 'unknown') : null;
  const isInQuery = url.searchParams.has('error') || url.searchParams.has('error_code');
  return {
    type: read('type'),
    error_code,
    is_half: !isError && fragment.has('message'),
    from_provider: isInQuery && error_code !== 'otp_expired',
    brings: isError ? null : broughtBy(url, fragment),
  };
}

function broughtBy(url: URL, fragment: URLSearchParams): Brought | null {
  const code = url.searchParams.get('code');
  if (code !== null) return { code };
  const access_token = fragment.get('access_token');
  if (access_token === null) return null;
  return { access_token, refresh_token: fragment.get('refresh_token') ?? '', proof: fragment.get('arrival') ?? '' };
}
