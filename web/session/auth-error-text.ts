import { ApiError, isRequestId, requestSentence } from '../api.ts';

const COPY: Record<string, string> = {
  invalid_credentials: 'Invalid email or password. Please check your credentials and try again.',
  email_not_confirmed: 'Please verify your email before signing in. Check your inbox for the verification link.',
  user_already_exists: 'An account with this email already exists. Please sign in instead.',
  email_exists: 'An account with this email already exists. Please sign in instead.',
  email_address_invalid: 'Invalid email format',
  otp_expired: 'This link is invalid or has expired.',
  wrong_code: 'This code isn’t right or has expired. Use the newest one.',
  wrong_recovery_code: 'This recovery code isn’t right, or it was used before.',
  flow_state_expired: 'The sign-in took too long. Please try again.',
  bad_oauth_state: 'The sign-in took too long, or began in another browser. Please try again.',
  not_this_browser:
    'This sign-in didn’t start in this browser, so nothing has changed here. Open the link from your own email, or sign in.',
  bad_oauth_callback: 'Google didn’t confirm the sign-in. Please try again.',
  access_denied: 'Google didn’t confirm the sign-in. Please try again.',
  provider_email_needs_verification:
    'Your Google account has no verified email address. Verify it at Google, then try again.',
  provider_disabled: 'This way to sign in is switched off. Choose another one.',
  signup_disabled: 'We aren’t taking new accounts right now.',
  user_banned: 'This account is blocked. Please contact support.',
  session_not_found: 'Your session has ended. Please sign in again.',
  session_expired: 'Your session has ended. Please sign in again.',
  same_password: 'The new password must differ from the old one.',
  insufficient_aal: 'Enter your second factor first.',
  reauthentication_needed: 'Confirm it’s you, then try again.',
  reauthentication_not_valid: 'This code isn’t right. Use the newest code that we sent.',
  current_password_invalid: 'This isn’t your password. Try again, or ask for a code.',
  identity_already_exists: 'This Google account is connected to another account here. Disconnect it there first.',
  single_identity_not_deletable: 'This is your only way to sign in. Connect another one first.',
  email_conflict_identity_not_deletable:
    'You can’t disconnect this. You’d be left with an email address that another account uses.',
  manual_linking_disabled: 'Connecting accounts is switched off.',
  mfa_verification_failed: 'This code or passkey isn’t right. Use the newest code, or the passkey of this account.',
  mfa_verification_rejected: 'This code isn’t right. Use the newest one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
  mfa_ip_address_mismatch: 'Your connection changed in between. Please try again.',
  mfa_factor_name_conflict: 'You already have a second factor with this name. Choose another name.',
  too_many_enrolled_mfa_factors: 'This account already has as many second factors as we allow. Remove one first.',
  webauthn_verification_failed:
    'This passkey doesn’t sign in to an account here. Choose another one, or use your password.',
  webauthn_challenge_not_found: 'That took too long. Please try again.',
  webauthn_challenge_expired: 'That took too long. Please try again.',
  webauthn_credential_exists: 'This device already has a passkey for your account. Use another device to add one.',
  captcha_failed: 'We couldn’t check that you are a person. Please try again.',
  over_request_rate_limit: 'Too many tries. Wait a while and try again.',
  over_email_send_rate_limit: 'We just sent you an email. Wait a minute before asking for another.',
  over_sms_send_rate_limit: 'We just sent you a message. Wait a minute before asking for another.',
};
const OF_BROWSER: Record<string, string> = {
  NotAllowedError: 'We didn’t get a passkey from your browser. Please try again.',
  AbortError: 'We didn’t get a passkey from your browser. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account. Use another device to add one.',
  SecurityError: 'Passkeys don’t work at this web address. Open Vouch at its usual address.',
  NotSupportedError: 'This device can’t make passkeys. Use another device.',
};
const BROKEN = 'Something broke on our side. Please try again.';
const OFFLINE = 'No connection. Please try again.';

export function textOfCode(code: string): string {
  return COPY[code] ?? BROKEN;
}

/** Returns our own text for the error's code. If there is none, returns the server's sentence or a general one. */
export function textOfError(error: unknown): string {
  if (!(error instanceof Error)) return BROKEN;
  const { name, message, code, status, reasons } = error as Error & {
    code?: string;
    status?: number;
    reasons?: string[];
  };
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException) return OF_BROWSER[name] ?? BROKEN;
  // The auth client wraps the browser's error and keeps its name.
  if (code?.startsWith('ERROR_')) return OF_BROWSER[name] ?? BROKEN;
  if (code && code in COPY) return COPY[code]!;
  if (code === 'weak_password') return reasons?.includes('length') ? 'Password must be at least 8 characters' : message;
  if (name === 'AuthSessionMissingError') return COPY['session_not_found']!;
  if (name === 'AuthRetryableFetchError' && !status) return OFFLINE;
  if (status === 429) return COPY['over_request_rate_limit']!;
  if (status && status >= 400 && status < 500) return message;
  // For a failure of the server, `fetchAuth` puts the request id in place of the message.
  return BROKEN + (isRequestId(message) ? requestSentence(status, message) : '');
}
