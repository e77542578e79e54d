import type { Name } from './names.ts';
import { SECRETS } from './secrets.ts';
import { RESERVED } from './place.ts';
import { hostOf } from '../loopback.ts';

type Values = Readonly<Record<Name, string>>;

/**
 * A rule about several settings. It is checked only if each setting in `of` is valid by itself. A setting may be empty
 * but not undefined. Each problem is a sentence that begins with the name of a setting.
 */
interface Rule {
  of: readonly Name[];
  problems: (values: Values, place: { isLocal: boolean }) => string[];
}

const given = (isBroken: boolean, sentence: string): string[] => (isBroken ? [sentence] : []);

const together = (...of: Name[]): Rule => ({
  of,
  problems: (values) => {
    const set = of.find((name) => values[name]);
    const which = of.length === 2 ? 'both' : `all of ${of.join(', ')}`;
    return of
      .filter((name) => set && !values[name])
      .map((name) => `${name} is empty, but ${set} is set. Set ${which}, or ${of.length === 2 ? 'neither' : 'none'}.`);
  },
});

const TWILIO = ['SMS_FROM', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;

/** A reserved domain gets no mail. Only a local run, or a site at a reserved domain, may have an address there. */
const reachable = (name: 'MAIL_FROM' | 'SUPPORT_EMAIL', mend: string): Rule => ({
  of: [name],
  problems: (values, { isLocal }) =>
    given(
      !isLocal && RESERVED.test(values[name].split('@')[1]!) && !RESERVED.test(hostOf(values.SITE_URL) ?? ''),
      `${name} is at the reserved domain .test, which gets and sends no mail. ${mend}`,
    ),
});

export const RULES: readonly Rule[] = [
  together('TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'),
  together('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'),
  together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  together('VIEWS_ACCOUNT_ID', 'VIEWS_API_TOKEN'),
  together('APPLE_PASS_TYPE', 'APPLE_TEAM', 'APPLE_PASS_CERTIFICATE', 'APPLE_PASS_KEY', 'APPLE_WWDR_CERTIFICATE'),
  together('GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'),
  reachable('MAIL_FROM', 'Set it to an address at your sending domain.'),
  reachable('SUPPORT_EMAIL', 'Set it to an address that somebody reads.'),
  {
    of: ['ALERT_TO', 'ALERT_WEBHOOK'],
    problems: ({ ALERT_TO, ALERT_WEBHOOK }) =>
      given(
        ALERT_TO !== '' && ALERT_WEBHOOK !== '',
        'ALERT_TO is set, but ALERT_WEBHOOK is set too. Leave one of them empty, so that an alarm goes one way.',
      ),
  },
  {
    of: ['AUTH_PHONE', 'SMS_SENDER'],
    problems: ({ AUTH_PHONE, SMS_SENDER }, { isLocal }) =>
      given(
        !isLocal && AUTH_PHONE === 'true' && SMS_SENDER !== 'twilio',
        'SMS_SENDER sends no text messages, but AUTH_PHONE is true. Set SMS_SENDER to twilio, or AUTH_PHONE to false.',
      ),
  },
  {
    of: ['SEND_ONLY_TO', 'ENVIRONMENT'],
    problems: ({ SEND_ONLY_TO, ENVIRONMENT }) =>
      given(
        ENVIRONMENT === 'staging' && SEND_ONLY_TO === '',
        'SEND_ONLY_TO is empty, but a restore brings real addresses to staging. List the addresses of your team.',
      ),
  },
  ...TWILIO.map((name): Rule => ({
    of: ['SMS_SENDER', name],
    problems: (values) =>
      given(values.SMS_SENDER === 'twilio' && !values[name], `${name} is empty, but SMS_SENDER is twilio. Set it.`),
  })),
  {
    of: ['TICKET_KEYS', 'TICKET_CODE_PEPPER'],
    problems: (values) =>
      given(
        values.TICKET_KEYS !== '' && values.TICKET_CODE_PEPPER === '',
        'TICKET_CODE_PEPPER is empty, but TICKET_KEYS is set. Make one with npm run keys.',
      ),
  },
  {
    of: ['STRIPE_SECRET_KEY', 'ENVIRONMENT'],
    problems: ({ STRIPE_SECRET_KEY, ENVIRONMENT }) => [
      ...given(
        /^.._live_/.test(STRIPE_SECRET_KEY) && ENVIRONMENT !== 'production',
        `STRIPE_SECRET_KEY is a live key, but ENVIRONMENT is ${ENVIRONMENT}. Set it to a test key (sk_test_…).`,
      ),
      ...given(
        /^.._test_/.test(STRIPE_SECRET_KEY) && ENVIRONMENT === 'production',
        'STRIPE_SECRET_KEY is a test key, but ENVIRONMENT is production. Set it to a live key (sk_live_…).',
      ),
    ],
  },
  {
    of: ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET', 'ENVIRONMENT'],
    problems: (values) =>
      (['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'] as const).flatMap((name) =>
        given(
          values.ENVIRONMENT === 'production' && /^[123]x0{10}/.test(values[name]),
          `${name} is one of Cloudflare’s test keys, which let everybody pass. Set it to the key of your widget.`,
        ),
      ),
  },
  {
    of: ['GOOGLE_CLIENT_ID', 'GOOGLE_ISSUER'],
    problems: ({ GOOGLE_CLIENT_ID, GOOGLE_ISSUER }, { isLocal }) =>
      given(
        !isLocal &&
          GOOGLE_CLIENT_ID !== '' &&
          new URL(GOOGLE_ISSUER).hostname === 'accounts.google.com' &&
          !GOOGLE_CLIENT_ID.endsWith('.apps.googleusercontent.com'),
        'GOOGLE_CLIENT_ID is not a Google client ID. Set it to one that ends with .apps.googleusercontent.com.',
      ),
  },
  {
    of: ['AUTH_SEND_GAP_S', 'AUTH_OTP_EXPIRY_S'],
    problems: ({ AUTH_SEND_GAP_S, AUTH_OTP_EXPIRY_S }) =>
      given(
        Number(AUTH_SEND_GAP_S) >= Number(AUTH_OTP_EXPIRY_S),
        'AUTH_SEND_GAP_S is not below AUTH_OTP_EXPIRY_S, so a code expires before the next may be sent. Set it lower.',
      ),
  },
  {
    of: ['ROOM_SOCKETS_PER_VISITOR', 'ROOM_SOCKETS_PER_ADDRESS'],
    problems: ({ ROOM_SOCKETS_PER_VISITOR, ROOM_SOCKETS_PER_ADDRESS }) =>
      given(
        Number(ROOM_SOCKETS_PER_VISITOR) > Number(ROOM_SOCKETS_PER_ADDRESS),
        'ROOM_SOCKETS_PER_VISITOR is above ROOM_SOCKETS_PER_ADDRESS, so it never takes effect. Set it lower.',
      ),
  },
];

const COMPARED = ['TURNSTILE_SITE_KEY', ...(Object.keys(SECRETS) as (keyof typeof SECRETS)[])] as const;
/** Shorter values may be equal by chance. */
const LEAST_TO_COMPARE = 8;

/** Finds equal secrets: one leak would reveal both. A secret that holds one value twice is paired with itself. */
export function sameSecrets(values: Partial<Record<Name, string>>): { names: [Name, Name]; sentence: string }[] {
  const owners = new Map<string, Name>();
  const found: { names: [Name, Name]; sentence: string }[] = [];
  for (const name of COMPARED) {
    for (const part of partsOf(values[name] ?? '')) {
      const owner = owners.get(part);
      if (owner === name) found.push({ names: [name, name], sentence: `${name} holds one value twice. Remove one.` });
      else if (owner)
        found.push({
          names: [owner, name],
          sentence: `${name} has the same value as ${owner}. Give each its own; npm run keys makes one.`,
        });
      else owners.set(part, name);
    }
  }
  return found;
}

/**
 * Splits a secret into the values to compare: the private keys of a JWK set, a whole PEM key, or the entries of a list
 * without their labels.
 */
function partsOf(secret: string): string[] {
  const parts = secret.includes('"d"')
    ? Array.from(secret.matchAll(/"d"\s*:\s*"([^"]+)"/g), ([, d]) => d!)
    : secret.startsWith('-----')
      ? [secret]
      : secret.split(',').map((entry) => entry.trim().replace(/^([^=:]+)[=:](?=[^=])/, ''));
  return parts.filter((part) => part.length >= LEAST_TO_COMPARE);
}
