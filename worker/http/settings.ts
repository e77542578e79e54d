import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../context.ts';
import { TURNSTILE } from '../contract/people/turnstile.ts';
import { signAccessToken, verifyAccessToken } from './security/access-token.ts';
import { notSetUp } from './answers/errors.ts';
import { log } from './log.ts';
import { hostOf, isLoopback } from './loopback.ts';
import { isProviderOrigin, STRIPE } from './shared/payment-provider.ts';
import { readPushKeys } from './security/push-keys.ts';
import { readTicketKeys } from './shared/ticket-keys.ts';

/** The variables, secrets and bindings that every deployment needs. */
export interface Settings {
  SITE_URL?: string | undefined;
  AUTH_PHONE?: string | undefined;
  STAFF_SECOND_FACTOR?: string | undefined;
  BREACH_RANGE_URL?: string | undefined;
  SMS_SENDER?: string | undefined;
  SMS_FROM?: string | undefined;
  TWILIO_ACCOUNT_SID?: string | undefined;
  TWILIO_AUTH_TOKEN?: string | undefined;
  MAIL_FROM?: string | undefined;
  MAIL?: object | undefined;
  TURNSTILE_SECRET?: string | undefined;
  TURNSTILE_SITE_KEY?: string | undefined;
  TURNSTILE_URL?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  TICKET_KEYS?: string | undefined;
  VAPID_KEYS?: string | undefined;
  FEE_BUYER_PCT?: string | undefined;
  FEE_BUYER_FIXED?: string | undefined;
  FEE_SELLER_PCT?: string | undefined;
  REMEDY_CEILING_PCT?: string | undefined;
  REMEDY_MOST?: string | undefined;
}

const TWILIO = ['SMS_FROM', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;
/** A reserved top-level domain. No server on the internet uses it. */
const RESERVED = /(^|\.)test$/;

/**
 * The reasons why the Worker cannot serve `host`. Each is a sentence that begins with the name of the variable. The
 * defaults are right on a developer's machine only. Elsewhere mails would contain a wrong address, and codes would not
 * be sent.
 */
export function settingsProblems(settings: Settings, host: string): string[] {
  const site = hostOf(settings.SITE_URL);
  const isElsewhere = !isLoopback(host) && !RESERVED.test(host);
  const isLocal = !isElsewhere && site !== null && isLoopback(site);
  const everywhere = [
    ...turnstileProblems(settings, isLocal),
    ...stripeProblems(settings, isLocal),
    ...feeProblems(settings),
    ...ticketProblems(settings),
    ...pushProblems(settings),
    ...breachProblems(settings, isLocal),
  ];
  return isLocal
    ? everywhere
    : [
        ...siteProblems(site),
        ...staffProblems(settings),
        ...smsProblems(settings),
        ...mailProblems(settings, site),
        ...everywhere,
      ];
}

/**
 * The most that each fee may be: percent of the price of a ticket, or dollars. Percents have up to four decimals,
 * dollars two.
 */
const FEES = {
  FEE_BUYER_PCT: { most: 100, form: /^\d+(\.\d{1,4})?$/, unit: 'percent' },
  FEE_BUYER_FIXED: { most: 100, form: /^\d+(\.\d{1,2})?$/, unit: 'dollars' },
  FEE_SELLER_PCT: { most: 100, form: /^\d+(\.\d{1,4})?$/, unit: 'percent' },
  REMEDY_CEILING_PCT: { most: 100, form: /^\d+$/, unit: 'percent' },
  REMEDY_MOST: { most: 1000, form: /^\d+$/, unit: 'dollars' },
};

function feeProblems(settings: Settings): string[] {
  return Object.entries(FEES).flatMap(([name, { most, form, unit }]) => {
    const value = settings[name as keyof typeof FEES];
    const isFee = value === undefined || (form.test(value) && Number(value) <= most);
    return isFee ? [] : [`${name} is out of range. Set it to a number of ${unit} from 0 to ${most}.`];
  });
}

/**
 * The problems of Turnstile's settings. Without secret and site key it is off. Only a local run may use another host,
 * to test without a network.
 */
function turnstileProblems(
  { TURNSTILE_SECRET, TURNSTILE_SITE_KEY, TURNSTILE_URL = TURNSTILE }: Settings,
  isLocal: boolean,
): string[] {
  const [secret, key] = [TURNSTILE_SECRET?.trim(), TURNSTILE_SITE_KEY?.trim()];
  const isItsHost = TURNSTILE_URL === TURNSTILE || (isLocal && isLoopback(hostOf(TURNSTILE_URL) ?? ''));
  return [
    ...(secret && !key ? ['TURNSTILE_SITE_KEY is empty, and TURNSTILE_SECRET is set. Set both, or neither.'] : []),
    ...(key && !secret ? ['TURNSTILE_SECRET is empty, and TURNSTILE_SITE_KEY is set. Set both, or neither.'] : []),
    ...(isItsHost
      ? []
      : [`TURNSTILE_URL names another host. Set it to ${TURNSTILE}; a local run may also use a loopback address.`]),
  ];
}

/**
 * The problems of the payment provider's settings. Without key and webhook secret no payment is possible, and a
 * deployment whose launch switch `payments` is off needs none. Only a local run may use another host, which is its fake
 * provider.
 */
function stripeProblems(
  { STRIPE_API_BASE = STRIPE, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Settings,
  isLocal: boolean,
): string[] {
  const [key, secret] = [STRIPE_SECRET_KEY?.trim(), STRIPE_WEBHOOK_SECRET?.trim()];
  const isItsHost = STRIPE_API_BASE === STRIPE || (isLocal && isProviderOrigin(STRIPE_API_BASE));
  return [
    ...(key && !secret ? ['STRIPE_WEBHOOK_SECRET is empty, and STRIPE_SECRET_KEY is set. Set both, or neither.'] : []),
    ...(secret && !key ? ['STRIPE_SECRET_KEY is empty, and STRIPE_WEBHOOK_SECRET is set. Set both, or neither.'] : []),
    ...(isItsHost
      ? []
      : [`STRIPE_API_BASE names another host. Set it to ${STRIPE}; a local run may also use a loopback address.`]),
  ];
}

/** The keys of ticket files may be empty as long as the launch switch `handover` is off. */
function ticketProblems({ TICKET_KEYS = '' }: Settings): string[] {
  if (!TICKET_KEYS.trim() || readTicketKeys(TICKET_KEYS)) return [];
  return [
    'TICKET_KEYS is no list of keys. Set it to "version:key" pairs, the newest first; a key is 32 bytes in base64.',
  ];
}

/** The keys of push messages may be empty as long as the launch switch `push` is off. */
function pushProblems({ VAPID_KEYS = '' }: Settings): string[] {
  if (!VAPID_KEYS.trim() || readPushKeys(VAPID_KEYS)) return [];
  return ['VAPID_KEYS is no list of keys. Set it to a JWK set of private keys for P-256, the newest first.'];
}

function siteProblems(site: string | null): string[] {
  if (site === null)
    return ['SITE_URL is no address. Set it to the address that people open, such as https://vouch.example.'];
  return isLoopback(site) ? ['SITE_URL names this machine. Set it to the address that people open.'] : [];
}

function staffProblems({ STAFF_SECOND_FACTOR }: Settings): string[] {
  if (STAFF_SECOND_FACTOR === 'true') return [];
  return ['STAFF_SECOND_FACTOR is not true, so a stolen password would open the admin area. Set it to true.'];
}

/** Only a local run may use a service without encryption, to test without a network. */
function breachProblems({ BREACH_RANGE_URL = '' }: Settings, isLocal: boolean): string[] {
  const url = BREACH_RANGE_URL.trim() ? URL.parse(BREACH_RANGE_URL) : undefined;
  if (url === undefined || url?.protocol === 'https:' || (isLocal && url && isLoopback(url.hostname))) return [];
  return [
    'BREACH_RANGE_URL is no address. Set it to one that begins with https:// and ends with /, or leave it empty.',
  ];
}

function smsProblems(settings: Settings): string[] {
  if (settings.AUTH_PHONE !== 'true') return [];
  if (settings.SMS_SENDER !== 'twilio') {
    return [
      'SMS_SENDER sends no text messages, and AUTH_PHONE is true. Set SMS_SENDER to twilio, or AUTH_PHONE to false.',
    ];
  }
  return TWILIO.filter((name) => !settings[name]?.trim()).map(
    (name) => `${name} is empty, and SMS_SENDER is twilio. Set it.`,
  );
}

function mailProblems({ MAIL_FROM, MAIL }: Settings, site: string | null): string[] {
  const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(MAIL_FROM?.trim() ?? '') ?? [];
  const isSender = domain !== undefined && (!RESERVED.test(domain) || (site !== null && RESERVED.test(site)));
  return [
    ...(isSender ? [] : ['MAIL_FROM is no address that can send mail. Set it to an address of your sending domain.']),
    ...(MAIL ? [] : ['MAIL is not bound. Give the Worker its send_email binding.']),
  ];
}

const logged = new Set<string>();
/**
 * The origin for which the settings were last found to be right. They do not change while the Worker runs, and checking
 * them takes long.
 */
const setUpFor = new WeakMap<Env, string>();

/** Answers every request with 500 while the Worker is not set up for the requested host. Logs each reason once. */
export const refuseUnlessSetUp = createMiddleware<AppEnv>(async (c, next) => {
  const { origin, hostname } = new URL(c.req.url);
  if (setUpFor.get(c.env) === origin) return next();
  const problems = settingsProblems(c.env, hostname);
  if (problems.length === 0) {
    setUpFor.set(c.env, origin);
    return next();
  }
  const sentence = problems.join(' ');
  if (!logged.has(sentence)) log('error', 'not set up', { problems });
  logged.add(sentence);
  throw notSetUp(sentence);
});

/**
 * The reason why this value of `AUTH_JWT_KEYS` cannot sign access tokens, or null. The sentence does not contain the
 * value.
 */
export async function keySetProblem(AUTH_JWT_KEYS: string): Promise<string | null> {
  try {
    const token = await signAccessToken({ AUTH_JWT_KEYS }, { sub: 'nobody' });
    await verifyAccessToken({ AUTH_JWT_KEYS }, { token, now: new Date() });
    return null;
  } catch {
    return 'AUTH_JWT_KEYS cannot sign. Set it to a JWK set whose first private key is for ES256 or RS256.';
  }
}
