import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';
import { expect, test } from 'vitest';
import { isSameText, newTotpSecret, totpEnrolment, totpStep } from './totp.ts';

/** The key of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code of the standard is right', (seconds, code) => {
  expect(totpStep({ secret: SECRET, code, now: at(seconds), used_step: null })).toBe(Math.floor(seconds / 30));
});

test.each([
  ['two steps before', -2, false],
  ['one step before', -1, true],
  ['one step after', 1, true],
  ['two steps after', 2, false],
])('the code of %s is judged by the skew', (_, skew, isRight) => {
  const step = 40_000_000;
  const code = generateHOTP(decodeBase32IgnorePadding(SECRET), BigInt(step + skew), 6);
  expect(totpStep({ secret: SECRET, code, now: at(step * 30), used_step: null })).toBe(isRight ? step + skew : null);
});

test('a step that was used, and every one before it, is spent', () => {
  const typed = { secret: SECRET, code: '287082', now: at(59) };
  expect(totpStep({ ...typed, used_step: 0 })).toBe(1);
  expect(totpStep({ ...typed, used_step: 1 })).toBeNull();
  expect(totpStep({ ...typed, used_step: 2 })).toBeNull();
});

test.each(['', '28708', '2870820', '28708x', '000000'])('the code "%s" is wrong', (code) => {
  expect(totpStep({ secret: SECRET, code, now: at(59), used_step: null })).toBeNull();
});

test('an enrolment holds a secret of 20 bytes, its address and a picture without a number sign', () => {
  const secret = newTotpSecret();
  const made = totpEnrolment({ secret, issuer: 'Vouch', account: 'a.student@vouch.test' });
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(made.uri).toContain(`secret=${secret}`);
  expect(made.uri).toContain('issuer=Vouch');
  expect(made.qr_code).toMatch(/^<svg/);
  expect(made.qr_code).not.toContain('#');
});

test('texts are the same only letter by letter', () => {
  expect(isSameText('abc', 'abc')).toBe(true);
  expect(isSameText('abc', 'abd')).toBe(false);
  expect(isSameText('abc', 'ab')).toBe(false);
  expect(isSameText('', 'a')).toBe(false);
});
