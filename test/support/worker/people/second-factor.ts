import { base32nopad } from '@scure/base';
import { generateHOTP } from '@oslojs/otp';
import { expect } from 'vitest';
import { bearer, post, signUpConfirmed, type Tokens } from './auth-client.ts';

export type Bearer = Pick<Tokens, 'access_token'>;
export interface Enrolled {
  id: string;
  totp: { secret: string };
}

// Tests set the clock to the middle of this 30-second time step, so that one-time codes stay valid during a test.
export const STEP = Math.floor(Date.now() / 30_000);
export const codeOf = (secret: string, skew = 0) => generateHOTP(base32nopad.decode(secret), BigInt(STEP + skew), 6);

export const enrol = async (who: Bearer, body: Record<string, unknown> = {}) =>
  (await post('/factors', { factor_type: 'totp', ...body }, { headers: bearer(who) })).json<Enrolled>();
export const challenge = async (who: Bearer, id: string, headers: Record<string, string> = {}) =>
  (await post(`/factors/${id}/challenge`, {}, { headers: { ...bearer(who), ...headers } })).json<{
    id: string;
    expires_at: number;
  }>();
export const verify = (
  who: Bearer,
  id: string,
  body: { challenge_id: string; code: string },
  headers: Record<string, string> = {},
) => post(`/factors/${id}/verify`, body, { headers: { ...bearer(who), ...headers } });

/**
 * Returns a user with a verified TOTP factor, and the session that verified it. The session used the code of the time
 * step before `STEP`.
 */
export async function withFactor(email: string) {
  const user = await signUpConfirmed(email);
  const factor = await enrol(user);
  const { id } = await challenge(user, factor.id);
  const answer = await verify(user, factor.id, { challenge_id: id, code: codeOf(factor.totp.secret, -1) });
  expect(answer.status).toBe(200);
  return { user, factor, raised: await answer.json<Tokens>() };
}
