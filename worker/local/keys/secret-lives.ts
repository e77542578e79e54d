import type { SECRETS } from '../../http/settings/secrets.ts';
import {
  addKeys,
  newestKey,
  passKeys,
  publicKeys,
  pushKeys,
  randomText,
  serviceKey,
  ticketKey,
  tokenKeys,
  webhookSecret,
} from './make.ts';

export type SecretName = keyof typeof SECRETS;

/** `add` puts a new secret beside the old one, which stays valid. `drop` removes the old one. */
export interface Rotation {
  add: (old: string) => string;
  drop: (both: string) => string;
  /** Says what a rotation ends, and when the old value may be dropped, as Markdown. */
  ends: string;
}

export interface SecretLife {
  /** Makes a value. `others` holds the values that other secrets already have. */
  make?: (others: Readonly<Record<string, string | undefined>>) => string;
  from?: string;
  rotation?: Rotation;
  /** Says what ends if a new value replaces the old one, as Markdown. */
  replacing: string;
  /** True if only a rotation may change the value. A rotation keeps the old value valid beside the new one. */
  is_kept?: boolean;
}

const provided = (from: string, replacing: string): SecretLife => ({ from, replacing });

/** Splits `INGEST_SECRETS`. `label`: the source that an entry is bound to, followed by `=`, or empty. */
const entriesOf = (list: string) =>
  list.split(',').map((entry) => {
    const [, label = '', secret = ''] = /^([^=]+=(?=[^=]))?(.*)$/.exec(entry.trim()) ?? [];
    return { label, secret };
  });

export const SECRET_LIVES: Record<SecretName, SecretLife> = {
  INGEST_SECRETS: {
    make: webhookSecret,
    rotation: {
      add: (old) => {
        const labels = [...new Set(entriesOf(old).map(({ label }) => label))];
        return [...labels.map((label) => `${label}${webhookSecret()}`), old].join(',');
      },
      drop: (both) =>
        entriesOf(both)
          .filter(({ label }, at, all) => all.findIndex((other) => other.label === label) === at)
          .map(({ label, secret }) => `${label}${secret}`)
          .join(','),
      ends: 'Ends nothing. Drop the old secret once every feed signs with its new one',
    },
    replacing: 'Every delivery of a feed is refused until it signs with its new secret',
  },
  AUTH_JWT_KEYS: {
    make: tokenKeys,
    rotation: {
      add: (old) => addKeys(tokenKeys(), publicKeys(old)),
      drop: newestKey,
      ends: 'Ends nothing. Drop the old key after an hour, when no access token of it is valid any more',
    },
    replacing: 'Every access token ends. Sessions stay, and browsers get new tokens by themselves',
  },
  AUTH_PEPPER: {
    make: randomText,
    replacing:
      'Ends open codes, the links in mails that were sent, authenticator apps, recovery codes, visitor cookies, and the messages that wait to be sent',
  },
  AUTH_SERVICE_KEY_JWT: {
    make: (others) => serviceKey(others['AUTH_JWT_KEYS'] ?? ''),
    replacing: 'The old key is refused at once. Scripts and backups need the new one',
  },
  GOOGLE_CLIENT_SECRET: provided(
    'Google Cloud, the OAuth client',
    'Ends nothing, if the old secret stays valid at Google until the deployment has the new one',
  ),
  TWILIO_AUTH_TOKEN: provided('Twilio, the secondary token', 'Ends nothing, if it is promoted at Twilio afterwards'),
  TURNSTILE_SECRET: provided(
    'Cloudflare, the Turnstile widget',
    'Ends nothing: the old secret stays valid for 2 hours',
  ),
  STRIPE_SECRET_KEY: provided(
    'Stripe, API keys',
    'Ends nothing, if the old key expires at Stripe after the deployment has the new one',
  ),
  STRIPE_WEBHOOK_SECRET: provided(
    'Stripe, each event destination',
    'Ends nothing: put the new secret before the old one, with a comma, until the old one has expired at Stripe',
  ),
  VIEWS_API_TOKEN: provided('Cloudflare, a token that reads Account Analytics', 'Ends nothing'),
  ALERT_WEBHOOK: provided(
    'the chat tool that shows alarms',
    'Ends nothing, if the old address works until the deployment has the new one',
  ),
  CRON_PING_URL: provided('the service that waits for the cron job', 'Ends nothing'),
  TICKET_KEYS: {
    make: () => ticketKey(1),
    rotation: {
      add: (old) => `${ticketKey(Number.parseInt(old, 10) + 1)},${old}`,
      drop: (both) => both.split(',')[0]!.trim(),
      ends: 'Ends nothing. The cron job wraps the keys of all files again, 100 a minute. Drop the old key once `select count(*) from ticket_files where key_version < 2 and destroyed_at is null` is 0. Write the version of the new key instead of the 2',
    },
    is_kept: true,
    replacing: 'Never: no ticket file could be opened again. Rotate it, also after a leak',
  },
  TICKET_CODE_PEPPER: {
    make: randomText,
    replacing: 'Never without need: a ticket that was listed before could be listed and sold again',
  },
  PASS_KEYS: {
    make: passKeys,
    rotation: {
      add: (old) => addKeys(passKeys(), publicKeys(old)),
      drop: newestKey,
      ends: 'Ends nothing. Drop the old key when the nights of its passes are over',
    },
    replacing: 'Every pass that a phone or a wallet keeps is refused at the door until its page is opened again',
  },
  VAPID_KEYS: {
    make: pushKeys,
    rotation: {
      add: (old) => addKeys(pushKeys(), old),
      drop: newestKey,
      ends: 'Ends nothing. Drop the old key after some weeks: a browser changes to the new key with its next visit',
    },
    replacing: 'No browser gets a push message until its next visit',
  },
  APPLE_PASS_CERTIFICATE: provided('Apple, the pass type', 'Ends nothing: passes that people have stay valid'),
  APPLE_PASS_KEY: provided('the request for that certificate', 'The same; change both together'),
  APPLE_WWDR_CERTIFICATE: provided('Apple, certificate authorities', 'The same'),
  GOOGLE_WALLET_KEY: provided('Google Cloud, the service account', 'Ends nothing: passes that people have stay valid'),
};
