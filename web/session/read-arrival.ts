import { arrivesWithSession } from './arrival-address.ts';

/** What a mail link or a provider sent back in the address. Its texts are never shown, because anyone can write them. */
export interface Arrival {
  /** The kind of mail link; null for anything else. */
  type: string | null;
  /** The service's error code, or `unknown`; null when all went well. */
  error_code: string | null;
  /** The first half of an email change is proven. The other address has to agree as well. */
  is_half: boolean;
  /** A provider's answer. Its errors stand in the query too, those of a mail link do not. */
  from_provider: boolean;
}

/** Reads the address; null when it carries nothing. */
export function readArrival(url: URL): Arrival | null {
  if (!arrivesWithSession(url)) return null;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => url.searchParams.get(name) ?? fragment.get(name);
  const isError = ['error', 'error_code', 'error_description'].some((name) => read(name) !== null);
  return {
    type: read('type'),
    error_code: isError ? (read('error_code') ?? 'unknown') : null,
    is_half: !isError && fragment.has('message'),
    from_provider: url.searchParams.has('error') || url.searchParams.has('error_code'),
  };
}
