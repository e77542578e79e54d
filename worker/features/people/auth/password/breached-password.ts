import { encodeHexUpperCase } from '@oslojs/encoding';
import { log } from '../../../../http/log.ts';

/** The characters of a hash that the service learns. */
const PREFIX = 5;
/** A slower answer does not count, in ms. */
const PATIENCE_MS = 1000;

/**
 * Whether a service of breached passwords knows this one. It learns five characters of the hash (k-anonymity), and
 * answers with the rest of each hash that begins so. False if `rangeUrl` is empty, and if the service fails: it can
 * never stop a sign-up.
 */
export async function isBreached(rangeUrl: string, password: string): Promise<boolean> {
  if (!rangeUrl.trim()) return false;
  const hash = encodeHexUpperCase(
    new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password))),
  );
  try {
    const answer = await fetch(`${rangeUrl}${hash.slice(0, PREFIX)}`, {
      // The length of the answer would tell which hashes it holds.
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
    const lines = (await answer.text()).split('\n');
    return lines.some((line) => {
      const [rest, times] = line.trim().split(':');
      return rest === hash.slice(PREFIX) && Number(times) > 0;
    });
  } catch (error) {
    log('warn', 'breached passwords could not be asked', { error: String(error) });
    return false;
  }
}
