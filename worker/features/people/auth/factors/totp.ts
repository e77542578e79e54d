import { base32nopad } from '@scure/base';
import { createTOTPKeyURI, generateHOTP } from '@oslojs/otp';
import { randomBytes } from '../../../../http/security/crypto.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Allows a phone's clock to be off by half a minute. */
const ACCEPTED_STEPS = [0, -1, 1];

/** 20 random bytes in base32 without padding. */
export function newTotpSecret(): string {
  return base32nopad.encode(randomBytes(SECRET_BYTES));
}

/** The QR code is an SVG without `#`, because the client puts the SVG in a data URL. */
export async function totpEnrolment(of: { secret: string; issuer: string; account: string }) {
  const { renderSVG } = await import('uqr');
  const uri = createTOTPKeyURI(of.issuer, of.account, base32nopad.decode(of.secret), STEP_SECONDS, DIGITS);
  return { qr_code: renderSVG(uri), secret: of.secret, uri };
}

/** Returns the codes to accept at `now`, each with its 30-second step. Leaves out the steps up to `used_step`. */
export function acceptedCodes(of: {
  secret: string;
  now: Date;
  used_step: number | null;
}): { step: number; code: string }[] {
  const key = base32nopad.decode(of.secret);
  const current = Math.floor(of.now.getTime() / 1000 / STEP_SECONDS);
  return ACCEPTED_STEPS.map((offset) => current + offset)
    .filter((step) => step > (of.used_step ?? -1))
    .map((step) => ({ step, code: generateHOTP(key, BigInt(step), DIGITS) }));
}
