import { hex } from '@scure/base';
import { log } from '../../../../http/log.ts';

const PREFIX = 5;
const TIMEOUT_MS = 1000;

/**
 * Asks the service at `rangeUrl` whether a password is in a known breach. Sends only the first five characters of the
 * hash (k-anonymity). Returns false if `rangeUrl` is empty or the service fails, so an outage blocks no sign-up.
 */
export async function isBreached(rangeUrl: string, password: string): Promise<boolean> {
  if (!rangeUrl.trim()) return false;
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const hash = hex.encode(new Uint8Array(digest)).toUpperCase();
  try {
    const answer = await fetch(`${rangeUrl}${hash.slice(0, PREFIX)}`, {
      // Without padding, the length of the response would reveal the prefix.
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
    const lines = (await answer.text()).split('\n');
    return lines.some((line) => {
      const [rest, times] = line.trim().split(':');
      return rest === hash.slice(PREFIX) && Number(times) > 0;
    });
  } catch (error) {
    log('warn', 'breached passwords could not be checked', { error: String(error) });
    return false;
  }
}
