import type { VerifyOtpParams } from '@supabase/auth-js';
import type { Auth } from '../../../session/browser-session.ts';

/** Throws `wrong_code` for a wrong or expired code. */
export async function verifyCode({ auth, must }: Auth, given: VerifyOtpParams) {
  try {
    return await must(auth.verifyOtp(given));
  } catch (error) {
    const isWrong = error instanceof Error && 'code' in error && error.code === 'otp_expired';
    throw isWrong ? Object.assign(new Error(error.message), { code: 'wrong_code' }) : error;
  }
}
