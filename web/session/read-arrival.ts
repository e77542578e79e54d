import { isRequestId } from '../api.ts';
import { arrivesWithSession } from './arrival-address.ts';

/** A URL can start a session with a code, or with tokens if `proof` shows that this browser confirmed the mail link. */
export type SessionGrant = { code: string } | { access_token: string; refresh_token: string; proof: string };

/** The data that a mail link or a provider sent back in the URL. Anyone can write it, so its texts are never shown. */
export interface Arrival {
  /** The kind of mail link, or null. */
  type: string | null;
  /** The error code of the auth service, or `unknown` for an error without a code. Null without an error. */
  error_code: string | null;
  /** The id of the request that failed on our side; null if the URL names none. */
  error_id: string | null;
  /** True if only one of the two addresses of an email change has been confirmed so far. */
  is_half: boolean;
  /**
   * Whether the arrival counts as a provider's answer. True for an error in the query, except `otp_expired`: only mail
   * links cause that error, and some of them report it in the query. If the URL has tokens or a code, `acceptArrival`
   * decides instead.
   */
  from_provider: boolean;
  /** Null if the URL has neither a code nor tokens, or has an error. */
  grant: SessionGrant | null;
}

/** Returns null if the URL carries nothing from a mail link or a provider. */
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
    error_id: isError && isRequestId(read('error_id')) ? read('error_id') : null,
    is_half: !isError && fragment.has('message'),
    from_provider: isInQuery && error_code !== 'otp_expired',
    grant: isError ? null : grantIn(url, fragment),
  };
}

function grantIn(url: URL, fragment: URLSearchParams): SessionGrant | null {
  const code = url.searchParams.get('code');
  if (code !== null) return { code };
  const access_token = fragment.get('access_token');
  if (access_token === null) return null;
  return { access_token, refresh_token: fragment.get('refresh_token') ?? '', proof: fragment.get('arrival') ?? '' };
}
