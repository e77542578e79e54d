/** The push services of Chrome, Edge, Firefox, Safari and older Android browsers. `*.` matches one or more labels. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * Returns whether an address belongs to a browser maker's push service. Any other address could be inside a private
 * network. A host of this machine, for which `isOwn` returns true, is allowed as well.
 */
export function isPushEndpoint(address: string, { isOwn }: { isOwn: (host: string) => boolean }): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (isOwn(hostname)) return protocol === 'http:' || protocol === 'https:';
  return protocol === 'https:' && port === '' && PUSH_HOSTS.some((host) => isHost(hostname, host));
}

function isHost(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.')
    ? hostname.endsWith(pattern.slice(1)) && hostname.length >= pattern.length
    : hostname === pattern;
}
