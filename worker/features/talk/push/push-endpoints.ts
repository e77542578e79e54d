import { hostOf, isLoopback } from '../../../http/loopback.ts';
import { isPushEndpoint } from './endpoint.rules.ts';

/** Whether a push message may go to `address`. A local run may also send to this machine, where tests listen. */
export function maySendTo({ SITE_URL }: Pick<Env, 'SITE_URL'>, address: string): boolean {
  const isLocal = isLoopback(hostOf(SITE_URL) ?? '');
  return isPushEndpoint(address, { isOwn: (host) => isLocal && isLoopback(host) });
}
