import type { Context } from 'hono';
import { clientNetwork } from '../../http/request.ts';
import { takeFromCeiling } from '../../http/send-ceiling.ts';
import type { BucketRule } from '../../rooms/token-bucket.ts';
import type { AuthEnv } from './auth-env.ts';
import { isServedPhone } from './codes/phone-countries.rules.ts';
import { AuthError, rateLimited, refuse } from './errors.ts';

const PER_FIVE_MINUTES: BucketRule = { amount: 30, seconds: 300, burst: 30 };

/** The limits. Each is counted for the client's network and, if the request names an account, for that account too. */
const BUCKETS = {
  signup: PER_FIVE_MINUTES,
  recover: PER_FIVE_MINUTES,
  resend: PER_FIVE_MINUTES,
  magiclink: PER_FIVE_MINUTES,
  otp: PER_FIVE_MINUTES,
  user: PER_FIVE_MINUTES,
  verify: PER_FIVE_MINUTES,
  web3: PER_FIVE_MINUTES,
  sso: PER_FIVE_MINUTES,
  token: { amount: 150, seconds: 300, burst: 30 },
  factor: { amount: 15, seconds: 60, burst: 30 },
  anonymous: { amount: 30, seconds: 3600, burst: 30 },
  email: { amount: 30, seconds: 3600, burst: 30 },
  sms: { amount: 30, seconds: 3600, burst: 30 },
  // Three of a million codes are right at any time. At this rate, a year of guessing opens one in 45 accounts whose password is known.
  wrong_factor: { amount: 20, seconds: 86_400, burst: 20 },
} satisfies Record<string, BucketRule>;

/** The codes that people sign in with. Only these may use the reserve of the day's messages. */
const SIGN_IN_KINDS = new Set(['otp', 'recovery', 'factor', 'reauthentication']);

export type LimitName = keyof typeof BUCKETS;

/**
 * Counts a request for its client and, if `account` (an address or a user id) is given, for the account, whether or not it exists. 429 once
 * either limit is used up. Call it before any hashing.
 */
export async function limitRequest(c: Context<AuthEnv>, name: LimitName, account?: string): Promise<void> {
  const subjects = [`client:${clientNetwork(c)}`, ...(account ? [`account:${account}`] : [])];
  const waits = await Promise.all(subjects.map((subject) => limiter(c, subject).take(name, ruleOf(c, name), c.get('now').getTime())));
  const wait = Math.max(...waits);
  if (wait > 0) throw rateLimited(wait);
}

/**
 * Limits the wrong codes of an account's second factors to a few a day; `attempt` returns null for a wrong code. Each try is counted before
 * it is checked, so that parallel tries count too, and a right code is not counted in the end. 429 once the day's tries are used up. See
 * docs/decisions/0050-second-factor-guesses.md.
 */
export async function limitWrongCodes<T>(c: Context<AuthEnv>, userId: string, attempt: () => Promise<T | null>): Promise<T | null> {
  const stub = limiter(c, `account:${userId}`);
  const rule = ruleOf(c, 'wrong_factor');
  const now = c.get('now').getTime();
  const wait = await stub.take('wrong_factor', rule, now);
  if (wait > 0) throw rateLimited(wait);
  const proof = await attempt();
  if (proof !== null) await stub.giveBack('wrong_factor', rule, now);
  return proof;
}

/**
 * Counts a message that is about to be sent to an address: one of each kind in each gap, so many an hour, and so many a day for everybody
 * together. Known and unknown addresses are counted alike, so that a 429 reveals nothing. A phone number of a country that is not served is
 * refused.
 */
export async function claimSend(
  c: Context<AuthEnv>,
  { channel, kind, address }: { channel: 'email' | 'sms'; kind: string; address: string },
): Promise<void> {
  const countries = c.get('config').phone_countries;
  if (channel === 'sms' && !isServedPhone(address, countries)) throw phoneCountryRefused(countries);
  const stub = limiter(c, `account:${address}`);
  const now = c.get('now').getTime();
  const gap = c.get('config').send_gap_s;
  const left = gap > 0 ? await stub.claimGap(kind, gap, now) : 0;
  const code = channel === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  if (left > 0) {
    const message = `For security purposes, you can only request this after ${left} seconds.`;
    throw new AuthError({ status: 429, code, message, retryAfterSeconds: left });
  }
  const wait = await stub.take(channel, ruleOf(c, channel), now);
  if (wait > 0) throw new AuthError({ status: 429, code, message: 'Request rate limit reached', retryAfterSeconds: wait });
  // Counted last, so that a refusal for one account takes nothing from the limit of all.
  const ceiling = await takeFromCeiling(c.env, { channel, mayUseReserve: SIGN_IN_KINDS.has(kind), now: c.get('now') });
  if (ceiling > 0) throw new AuthError({ status: 429, code, message: 'Request rate limit reached', retryAfterSeconds: ceiling });
}

const phoneCountryRefused = (countries: string[]) =>
  refuse(422, 'validation_failed', `Text messages go to phone numbers of ${countries.join(', ')} only. Use an email address instead.`);

function limiter(c: Context<AuthEnv>, subject: string) {
  return c.env.AUTH_LIMITER.get(c.env.AUTH_LIMITER.idFromName(subject));
}

function ruleOf(c: Context<AuthEnv>, name: LimitName): BucketRule {
  const scale = c.get('config').rate_limit_scale;
  const { amount, seconds, burst } = BUCKETS[name];
  return { amount: amount * scale, seconds, burst: burst * scale };
}
