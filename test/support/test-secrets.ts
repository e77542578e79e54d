/** Signs access tokens in tests. */
const SIGNING_KEY = {
  kty: 'EC',
  x: 'PJKY3vi5gaGuF9onaSzxcK7R8I-BrK0EvyjFTneHlzU',
  y: 'o2SQ6aPGtlb-v-bemvGWJvL1VZMq5vWxMvIyi5HzUtk',
  crv: 'P-256',
  d: 'EsYg_ynlmEp0sLfxfE3jGgfb6ITIlm1s8Q1jAPxp9vI',
  kid: 'test-es256',
  alg: 'ES256',
};

/** A public key, for attacks that mix up algorithms. */
const RSA_PUBLIC_KEY = {
  kty: 'RSA',
  n: 'kriimD9233oFwv2-XiDuxjTzu-pN3Wb8BU9PA5aHT9IrqfY0o8IhIjF-c7z8c_hjDmt1vkG_A0puEo8SysnvJPoeLjjl4VpDikP5bwOFGTPCQor4znpNe6hOS13-6wwTZcrnI_PXk4u72zGUYenrhia9vMXZr9Qh5NY5SlsBT5CEcToCm7pLX9Goz71TEaJ6d8PJZMFPVtvoST8zNoVlEltfEtfosGeKZnSaRDRGcMXQFcCBH-CmxGlsLN3bRPp8KZXTZs9cTz1B3kjrwIjwcOqjZyPioD5rd5jqkhzDJBw43e4hcKboKKS5kMQX7SsWkEsf63F5WTPOJ0EnEpV1Iw',
  e: 'AQAB',
  kid: 'test-rs256',
  alg: 'RS256',
};

/** The first key signs. The second is public and verifies passes from before a rotation. */
const PASS_KEYS = [
  {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'rffDiNCSQFJD0qOgqLhyDEdZvGyzAk9VpOoKarSGfAU',
    d: 'KVXAFygLM757TX2UezimUEGW-PvY7GgaNjOqi6vpD7U',
  },
  { kty: 'OKP', crv: 'Ed25519', x: 'Y_7jX8X7Eq47AMn4itliZ7BB2KppsWYdRPp4aiVOIYk' },
];

/** New browsers subscribe with the first key. A message is signed with the key with which its browser subscribed. */
const PUSH_KEYS = [
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'Lh7QebHZmi-p0oG86IQhOHMOKt4WbyvwkJBAiZGjm0Q',
    y: 'EtaWm8MdShXgL_JFhpoQ4dtHBap7bP2QZzFju1qmGZE',
    d: 'anSmVtAL5cDEDAlTrINx3KiXTjiNBSwMLlsDTBIFoBM',
  },
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'g-qPq93CcUN_jjmJJvhmbj4CTCMjF5cRU9SU6UsFBmg',
    y: 'yWaLlleiG9D24mNKWQVrApqbrd0ZwahcEp5RWRrVVoQ',
    d: 'Qm_fSOo2s9nfjh0fj4FGPD0XGMeeno4f0Rmmt9zXqQM',
  },
];

export const TEST_SECRETS = {
  INGEST_SECRETS:
    'whsec_dGVzdC1zZWNyZXQtb25lLTEyMzQ1Njc4OTA=,whsec_dGVzdC1zZWNyZXQtdHdvLTEyMzQ1Njc4OTA=,bound-feed=whsec_dGVzdC1zZWNyZXQtdGhyZWUtMTIzNDU2Nzg5MA==',
  AUTH_JWT_KEYS: JSON.stringify({ keys: [SIGNING_KEY, RSA_PUBLIC_KEY] }),
  AUTH_PEPPER: 'a-pepper-for-tests-only-of-32-characters',
  AUTH_SERVICE_KEY_JWT:
    'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6InRlc3QtZXMyNTYifQ.eyJyb2xlIjoic2VydmljZV9yb2xlIiwiaWF0IjoxNzAwMDAwMDAwfQ.L5iEj_UivTPmbrlA1cJXYd1Q-ZZkY7CS0P_Xrrs7HAxLeHY0f3lbQ-QtJw_MAeAT9tMDYB-meCJD0lhY7CIZSw',
  GOOGLE_CLIENT_SECRET: '',
  TWILIO_AUTH_TOKEN: '',
  TURNSTILE_SECRET: '',
  VIEWS_API_TOKEN: '',
  ALERT_WEBHOOK: '',
  CRON_PING_URL: '',
  TICKET_KEYS: `1:${btoa('a-ticket-key-of-32-bytes-in-test')}`,
  TICKET_CODE_PEPPER: 'a-ticket-pepper-for-tests-only-of-32-characters',
  PASS_KEYS: JSON.stringify({ keys: PASS_KEYS }),
  VAPID_KEYS: JSON.stringify({ keys: PUSH_KEYS }),
  APPLE_PASS_CERTIFICATE: '',
  APPLE_PASS_KEY: '',
  APPLE_WWDR_CERTIFICATE: '',
  GOOGLE_WALLET_KEY: '',
  STRIPE_SECRET_KEY: 'sk_test_for_tests_only',
  STRIPE_WEBHOOK_SECRET: 'whsec_for_tests_only',
  // High, because only tests of the limits may reach a limit.
  AUTH_RATE_LIMIT_SCALE: '1000',
  MAIL_PER_DAY: '1000000',
  SMS_PER_DAY: '1000000',
};
