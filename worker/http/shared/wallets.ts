const APPLE = [
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERTIFICATE',
  'APPLE_PASS_TYPE',
  'APPLE_TEAM',
] as const;
const GOOGLE = ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'] as const;

export type AppleSettings = Record<(typeof APPLE)[number], string>;
export type GoogleSettings = Record<(typeof GOOGLE)[number], string>;

/** A wallet is off until all its variables and secrets are set. */
export const walletsOf = (env: AppleSettings & GoogleSettings) => ({
  apple: APPLE.every((name) => Boolean(env[name])),
  google: GOOGLE.every((name) => Boolean(env[name])),
});
