import { base32nopad } from '@scure/base';
import { generateHOTP } from '@oslojs/otp';
import { expect, test } from 'vitest';
import { acceptedCodes, newTotpSecret, totpEnrolment } from './totp.ts';

/** The key of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);
const stepOf = ({ code, now, used_step = null }: { code: string; now: Date; used_step?: number | null }) =>
  acceptedCodes({ secret: SECRET, now, used_step }).find((accepted) => accepted.code === code)?.step;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 for second %i is accepted', (seconds, code) => {
  expect(stepOf({ code, now: at(seconds) })).toBe(Math.floor(seconds / 30));
});

test.each([
  ['two steps ago', -2, false],
  ['one step ago', -1, true],
  ['one step ahead', 1, true],
  ['two steps ahead', 2, false],
])('a code is accepted only if it is at most one time step away: %s', (_, skew, isRight) => {
  const step = 40_000_000;
  const code = generateHOTP(base32nopad.decode(SECRET), BigInt(step + skew), 6);
  for (const second of [0, 1, 29])
    expect(stepOf({ code, now: at(step * 30 + second) })).toBe(isRight ? step + skew : undefined);
});

test('the codes of a used time step and of every earlier time step are refused', () => {
  const typed = { code: '287082', now: at(59) };
  expect(stepOf({ ...typed, used_step: 0 })).toBe(1);
  expect(stepOf({ ...typed, used_step: 1 })).toBeUndefined();
  expect(stepOf({ ...typed, used_step: 2 })).toBeUndefined();
});

test('during the very first time step, only its own code and the code of the next time step are accepted', () => {
  expect(acceptedCodes({ secret: SECRET, now: at(0), used_step: null }).map(({ step }) => step)).toEqual([0, 1]);
});

test.each(['', '28708', '2870820', '28708x', '000000'])('the code "%s" is refused', (code) => {
  expect(stepOf({ code, now: at(59) })).toBeUndefined();
});

test('an authenticator enrollment has a 20-byte secret, a URI with that secret, and a QR code without the character #', async () => {
  const secret = newTotpSecret();
  const made = await totpEnrolment({ secret, issuer: 'Vouch', account: 'a.student@vouch.test' });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(made.uri).toContain(`secret=${secret}`);
  expect(made.uri).toContain('issuer=Vouch');
  expect(made.qr_code).toMatch(/^<svg/);
  expect(made.qr_code).not.toContain('#');
});
