import { expect, test } from 'vitest';
import { isPushEndpoint } from './endpoint.rules.ts';

const nowhere = { isOwn: () => false };
const here = { isOwn: (host: string) => host === '127.0.0.1' };

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://eu.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
])('%s is the push service of a browser', (address) => {
  expect(isPushEndpoint(address, nowhere)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com@evil.test/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.test/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://push.apple.com.evil.test/abc',
  'https://evilpush.apple.com/abc',
  'https://.push.apple.com/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/abc',
  'https://127.0.0.1/abc',
  'https://localhost/abc',
  'https://10.0.0.1/abc',
  'ftp://fcm.googleapis.com/abc',
  'javascript:alert(1)',
  'fcm.googleapis.com',
])('%s is not a push service', (address) => {
  expect(isPushEndpoint(address, nowhere)).toBe(false);
});

test('only a local run may send pushes to its own machine', () => {
  expect(isPushEndpoint('http://127.0.0.1:9000/push', here)).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:9000/push', nowhere)).toBe(false);
  expect(isPushEndpoint('http://127.0.0.2:9000/push', here)).toBe(false);
});
