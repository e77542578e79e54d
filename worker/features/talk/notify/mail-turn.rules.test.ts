import { expect, test } from 'vitest';
import { mailTurn } from './mail-turn.rules.ts';

const WRITTEN = new Date('2026-11-22T20:00:00Z');
const after = (seconds: number) => new Date(WRITTEN.getTime() + seconds * 1000);
const notice = { created_at: WRITTEN, seen_at: null, expires_at: null, reaches: true, is_unwanted: false };

test.each([
  ['without a notification', undefined, 0, 'send'],
  ['whose reader nothing else reaches', { ...notice, reaches: false }, 0, 'send'],
  ['whose reader may see the notification', notice, 0, { later: after(120) }],
  ['after almost two minutes', notice, 119, { later: after(120) }],
  ['after two minutes', notice, 120, 'send'],
  ['whose news was seen', { ...notice, seen_at: after(30) }, 60, 'unneeded'],
  ['of a kind that its reader does not want', { ...notice, is_unwanted: true }, 200, 'unneeded'],
  ['of an unwanted kind with a deadline', { ...notice, is_unwanted: true, expires_at: after(999) }, 120, 'send'],
] as const)('a mail %s', (_, about, seconds, turn) => {
  expect(mailTurn(about, after(seconds))).toEqual(turn);
});
