export interface AuthConfig {
  site_url: string;
  /** The public URL of the auth service. The host in a request does not change it. */
  external_url: string;
  redirect_allow: string[];
  autoconfirm: boolean;
  signups: boolean;
  anonymous: boolean;
  manual_linking: boolean;
  phone: boolean;
  /** ISO codes. Only phone numbers of these countries get text messages. */
  phone_countries: string[];
  web3: boolean;
  min_password: number;
  double_confirm: boolean;
  otp_expiry_s: number;
  send_gap_s: number;
  reuse_interval_s: number;
  rate_limit_scale: number;
  google: { client_id: string; client_secret: string; issuer: string } | null;
}

/** A malformed number falls back to its production default. */
export function authConfig(env: Env): AuthConfig {
  const site = env.SITE_URL.replace(/\/+$/, '');
  return {
    site_url: site,
    external_url: `${site}/auth/v1`,
    redirect_allow: env.AUTH_REDIRECT_ALLOW.split(',')
      .map((pattern) => pattern.trim())
      .filter(Boolean),
    autoconfirm: env.AUTH_AUTOCONFIRM === 'true',
    signups: env.AUTH_SIGNUPS === 'true',
    anonymous: env.AUTH_ANONYMOUS === 'true',
    manual_linking: env.AUTH_MANUAL_LINKING === 'true',
    phone: env.AUTH_PHONE === 'true',
    phone_countries: env.AUTH_PHONE_COUNTRIES.split(',')
      .map((country) => country.trim().toUpperCase())
      .filter(Boolean),
    web3: env.AUTH_WEB3 === 'true',
    min_password: numberOf(env.AUTH_MIN_PASSWORD, 8),
    double_confirm: env.AUTH_DOUBLE_CONFIRM === 'true',
    otp_expiry_s: numberOf(env.AUTH_OTP_EXPIRY_S, 3600),
    send_gap_s: numberOf(env.AUTH_SEND_GAP_S, 60),
    reuse_interval_s: numberOf(env.AUTH_REUSE_INTERVAL_S, 10),
    rate_limit_scale: numberOf(env.AUTH_RATE_LIMIT_SCALE, 1),
    google: env.GOOGLE_CLIENT_ID
      ? {
          client_id: env.GOOGLE_CLIENT_ID,
          client_secret: env.GOOGLE_CLIENT_SECRET,
          issuer: env.GOOGLE_ISSUER.replace(/\/+$/, ''),
        }
      : null,
  };
}

function numberOf(text: string, fallback: number): number {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : fallback;
}
