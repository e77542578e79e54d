import { decodeJwt } from 'jose';
import { isLoopbackUrl } from '../loopback.ts';
import { readTicketKeys } from '../shared/ticket-keys.ts';
import { keySet } from './key-sets.ts';
import { type Kind, listOf, matching, orEmpty, pem, pepper, text } from './kind.ts';
import type { Setting } from './setting.ts';

/** A secret from a provider. A deployment refuses a value that is too short to be real. */
const given = (least: number): Pick<Setting, 'is' | 'deployed'> => ({
  is: orEmpty(text),
  deployed: orEmpty(matching(`a secret of at least ${least} characters`, new RegExp(`^\\S{${least},}$`))),
});

const serviceKey: Kind = {
  what: 'a JWT with the role service_role',
  fits: (token) => {
    try {
      return decodeJwt(token)['role'] === 'service_role';
    } catch {
      return false;
    }
  },
  mend: 'Make one with npm run keys.',
};

const ticketKeys: Kind = {
  what: 'a list of keys',
  fits: (keys) => readTicketKeys(keys) !== null,
  mend: 'Set it to "version:key" pairs, newest first. A key is 32 bytes in base64, as npm run keys makes it.',
};

const HTTPS = /^https:\/\/\S+$/;

/** An address that the Worker posts to. A deployment needs https. A local run may also use http to its own machine. */
const posted: Pick<Setting, 'is' | 'deployed'> = {
  is: orEmpty({
    ...matching('an https URL or a loopback URL', HTTPS),
    fits: (url) => HTTPS.test(url) || isLoopbackUrl(url),
  }),
  deployed: orEmpty(matching('an https URL', HTTPS)),
};

/** `npm run keys` makes the secrets that no provider gives out. */
export const SECRETS = {
  INGEST_SECRETS: {
    says: 'comma-separated secrets of the ingestion webhook; all of them are valid. A feed that signs with a plain `whsec_…` may name any source that is not reserved. A secret written as `name=whsec_…` allows its feed only the source `name`',
    is: orEmpty(listOf('a list of whsec_ and at least 24 bytes in base64', /^([^=,]+=)?whsec_[A-Za-z0-9+/]{32,}=*$/)),
  },
  AUTH_JWT_KEYS: {
    says: 'JWK set, ES256 or RS256; the first private key signs access tokens, every key verifies them',
    is: keySet(['P-256', 'RSA']),
  },
  AUTH_PEPPER: {
    says: 'hashes codes, signs links and cookies, and encrypts factor secrets and outgoing messages',
    is: pepper,
  },
  AUTH_SERVICE_KEY_JWT: {
    says: 'gives access to the admin endpoints of the auth service and, for backups, to the chat rooms. If it is empty, no key opens the chat rooms',
    is: orEmpty(serviceKey),
  },
  GOOGLE_CLIENT_SECRET: {
    says: 'the secret of the OAuth client at Google',
    ...given(20),
  },
  TWILIO_AUTH_TOKEN: { says: 'the token of the Twilio account', ...given(32) },
  TURNSTILE_SECRET: { says: 'the secret of the Turnstile widget; empty turns it off', ...given(20) },
  STRIPE_SECRET_KEY: {
    says: 'the API key of the Stripe account. May be empty while the launch switch `payments` is off',
    is: orEmpty({
      ...matching('a secret key of Stripe', /^(sk|rk)_(test|live)_\w{10,}$/),
      mend: 'Set it to a secret key, which begins with sk_ or rk_.',
      traps: [
        [
          (key) => key.startsWith('pk_'),
          'is a publishable key. Set it to the secret key, which begins with sk_ or rk_.',
        ],
      ],
    }),
  },
  STRIPE_WEBHOOK_SECRET: {
    says: 'the comma-separated signing secrets of the webhook endpoints of the Stripe account',
    is: orEmpty(listOf('a list of signing secrets, which begin with whsec_', /^whsec_\w{10,}$/)),
  },
  VIEWS_API_TOKEN: { says: 'reads Analytics Engine in the account of `VIEWS_ACCOUNT_ID`', ...given(20) },
  ALERT_WEBHOOK: {
    says: 'the address to which alarms are posted as JSON, instead of a mail to `ALERT_TO`',
    ...posted,
  },
  CRON_PING_URL: {
    says: 'the address of a service that gets a post after each complete run of the cron job, and raises an alarm when none comes',
    ...posted,
  },
  TICKET_KEYS: {
    says: 'wrap the keys of ticket files: comma-separated `version:key` pairs, the newest first; a key is 32 random bytes in base64. May be empty while the launch switch `handover` is off',
    is: orEmpty(ticketKeys),
  },
  TICKET_CODE_PEPPER: {
    says: 'hashes the codes on tickets',
    is: orEmpty(pepper),
  },
  PASS_KEYS: {
    says: 'JWK set of Ed25519 keys: the first private key signs the passes of tickets, every key verifies them. May be empty while the launch switch `handover` is off',
    is: orEmpty(keySet(['Ed25519'])),
  },
  VAPID_KEYS: {
    says: 'JWK set of private P-256 keys: new subscriptions use the first key, and each older key signs the messages to browsers that subscribed with it. May be empty while the launch switch `push` is off',
    is: orEmpty(keySet(['P-256'], { all_private: true })),
  },
  APPLE_PASS_CERTIFICATE: {
    says: 'for Apple Wallet: the certificate of the pass type',
    is: orEmpty(pem('CERTIFICATE')),
  },
  APPLE_PASS_KEY: {
    says: 'for Apple Wallet: the private key of `APPLE_PASS_CERTIFICATE`, a PEM in PKCS#8',
    is: orEmpty(pem('PRIVATE KEY')),
  },
  APPLE_WWDR_CERTIFICATE: {
    says: 'for Apple Wallet: Apple’s intermediate certificate',
    is: orEmpty(pem('CERTIFICATE')),
  },
  GOOGLE_WALLET_KEY: {
    says: 'for Google Wallet: the private key of the service account, a PEM in PKCS#8',
    is: orEmpty(pem('PRIVATE KEY')),
  },
} satisfies Record<string, Setting>;
