import { expect, test } from 'vitest';
import { decideMessage, maySendTo, retryDelay } from './mail-decision.rules.ts';

const WRITTEN = new Date('2026-11-22T20:00:00Z');
const after = (seconds: number) => new Date(WRITTEN.getTime() + seconds * 1000);
const fresh = { attempts: 0, last_error: null, retry_at: null, expires_at: null, notice: undefined };
const notice = { created_at: WRITTEN, seen_at: null, expires_at: null, reaches: true, is_unwanted: false };

test.each([
  ['without a notification is sent', undefined, 0, 'send'],
  ['whose recipient can get no notification is sent', { ...notice, reaches: false }, 0, 'send'],
  ['waits two minutes, so that its recipient can see the notification first', notice, 0, { later: after(120) }],
  ['still waits after almost two minutes', notice, 119, { later: after(120) }],
  ['is sent after two minutes', notice, 120, 'send'],
  ['whose notification was seen is not sent', { ...notice, seen_at: after(30) }, 60, 'unneeded'],
  ['of a kind that its recipient does not want is not sent', { ...notice, is_unwanted: true }, 200, 'unneeded'],
  ['with a deadline is sent, even if unwanted', { ...notice, is_unwanted: true, expires_at: after(999) }, 120, 'send'],
] as const)('a mail %s', (_, about, seconds, decision) => {
  expect(decideMessage({ ...fresh, notice: about }, after(seconds))).toEqual(decision);
});

test.each([
  ['a message that expired is dead', { expires_at: after(60) }, { dead: 'It expired before it could be sent.' }],
  ['a message that expires later is sent', { expires_at: after(61) }, 'send'],
  ['a message after seven attempts is sent', { attempts: 7, last_error: 'down' }, 'send'],
  ['a message after eight attempts is dead', { attempts: 8, last_error: 'down' }, { dead: 'down' }],
  ['a message whose next attempt is due now is sent', { attempts: 1, retry_at: after(360) }, 'send'],
  ['a message whose next attempt is due within 30 s is left alone', { attempts: 1, retry_at: after(361) }, 'taken'],
  ['a message whose eighth attempt may still run is left alone', { attempts: 8, retry_at: after(390) }, 'taken'],
  ['a message is sent if its next attempt is due in more than 30 s', { retry_at: after(391) }, 'send'],
  ['a message whose eighth attempt was cut off is dead', { attempts: 8 }, { dead: 'No attempt ended.' }],
] as const)('%s', (_, over, decision) => {
  expect(decideMessage({ ...fresh, ...over }, after(60))).toEqual(decision);
});

test('the eight attempts of a message take more than three hours', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(retryDelay);
  expect(waits).toEqual([15, 60, 240, 960, 3600, 3600, 3600]);
});

test.each([
  ['', 'student@campus.test', true],
  ['@vouch.test, 16175550177', 'Team@Vouch.test', true],
  ['@vouch.test, 16175550177', '16175550177', true],
  ['@vouch.test, 16175550177', 'student@campus.test', false],
  ['@vouch.test, 16175550177', 'team@vouch.test.campus.test', false],
  ['@vouch.test, 16175550177', '16175550178', false],
  ['team@vouch.test', 'other@vouch.test', false],
])('with SEND_ONLY_TO “%s”, a message to %s may be sent: %s', (only, recipient, may) => {
  expect(maySendTo(only, recipient)).toBe(may);
});
