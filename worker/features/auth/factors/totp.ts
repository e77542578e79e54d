import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { createTOTPKeyURI, generateHOTP } from '@oslojs/otp';
import { renderSVG } from 'uqr';

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** The step now, the one before and the one after: a phone's clock may be off by half a minute. */
const SKEW = [0, -1, 1];

/** A fresh TOTP secret, 20 bytes in base32 without padding. */
export function newTotpSecret(): string {
  return encodeBase32UpperCaseNoPadding(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** What an authenticator app scans: the `otpauth:` address and its picture, an SVG without a `#`, since the client puts it in a data URL. */
export function totpEnrolment(of: { secret: string; issuer: string; account: string }): { qr_code: string; secret: string; uri: string } {
  const uri = createTOTPKeyURI(of.issuer, of.account, decodeBase32IgnorePadding(of.secret), STEP_SECONDS, DIGITS);
  return { qr_code: renderSVG(uri, { pixelSize: 4 }), secret: of.secret, uri };
}

/** The time step whose code was typed, or null. The caller stores it: a step at or before `used_step` is spent. */
export function totpStep(typed: { secret: string; code: string; now: Date; used_step: number | null }): number | null {
  const key = decodeBase32IgnorePadding(typed.secret);
  const current = Math.floor(typed.now.getTime() / 1000 / STEP_SECONDS);
  const steps = SKEW.map((skew) => current + skew).filter((step) => step > (typed.used_step ?? -1));
  return steps.find((step) => isSameText(generateHOTP(key, BigInt(step), DIGITS), typed.code)) ?? null;
}

/** Whether two short texts are the same, in a time that says nothing of where they differ. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
