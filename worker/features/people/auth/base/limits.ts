import type { Context } from 'hono';
import { clientNetwork } from '../../../../http/answers/request.ts';
import { giveBackToDay, secondsToNextDay, takeFromDay, takeFromNetwork } from '../../../../http/limits/send-ceiling.ts';
import { MAY_USE, type Share } from '../../../../http/outbox/lanes.rules.ts';
import type { BucketRule } from '../../../../rooms/token-bucket.ts';
import type { AuthEnv } from './auth-env.ts';
import { isServedPhone } from './phone-countries.rules.ts';
import { visitorOf } from '../../../../http/limits/visitor.ts';
import { AuthError, overloaded, rateLimited, refuse } from './errors.ts';
import { knownDevice } from './known-device.ts';

const PER_FIVE_MINUTES: BucketRule = { amount: 30, seconds: 300, burst: 30 };

/**
 * The limits for one visitor, and for one account if the request names one. Two thousand students can share a network
 * address, so all its visitors together get `PEOPLE` times as much. Its newcomers, who have no cookie, together get the
 * same.
 */
const BUCKETS = {
  signup: PER_FIVE_MINUTES,
  recover: PER_FIVE_MINUTES,
  resend: PER_FIVE_MINUTES,
  magiclink: PER_FIVE_MINUTES,
  otp: PER_FIVE_MINUTES,
  user: PER_FIVE_MINUTES,
  verify: PER_FIVE_MINUTES,
  link: PER_FIVE_MINUTES,
  web3: PER_FIVE_MINUTES,
  sso: PER_FIVE_MINUTES,
  token: { amount: 150, seconds: 300, burst: 30 },
  factor: { amount: 15, seconds: 60, burst: 30 },
  captcha: { amount: 150, seconds: 300, burst: 30 },
  anonymous: { amount: 30, seconds: 3600, burst: 30 },
  email: { amount: 30, seconds: 3600, burst: 30 },
  sms: { amount: 30, seconds: 3600, burst: 30 },
  // Three of a million codes are right at any time. At this rate, a year of guessing opens 1 in 45 accounts whose
  // password the attacker knows.
  wrong_factor: { amount: 20, seconds: 86_400, burst: 20 },
  // One of a million codes is right. At this rate, a year of guessing opens 1 in 91 accounts.
  wrong_digits: { amount: 30, seconds: 86_400, burst: 30 },
} satisfies Record<string, BucketRule>;

/** The codes that people sign in with. Only these may use the daily reserve of messages. */
const SIGN_IN_KINDS = new Set(['otp', 'recovery', 'factor', 'reauthentication']);

/**
 * The limit of a network address, as a multiple of one person's limit. Requests with a right password or code do not
 * count, so mostly failures use it up.
 */
const PEOPLE = 10;

export type LimitName = keyof typeof BUCKETS;

interface Subject {
  id: string;
  rule: BucketRule;
}

/** What a request has taken from its limits. */
export interface Taken {
  /** Gives everything back once the password or code is known to be right. */
  giveBack: () => void;
}

/**
 * Counts a request for its visitor, its network address, and `account` (an address or a user id) if given, whether or
 * not the account exists. Checks them one after the other, so that a refused client uses up no account's limit. A
 * browser that opened the account before has its own limit. Throws a 429 once a limit is used up. Call it before any
 * hashing.
 */
export async function limitRequest(c: Context<AuthEnv>, name: LimitName, account?: string): Promise<Taken> {
  const now = c.get('now').getTime();
  const taken: Subject[] = [];
  const giveBack = () => {
    const returns = taken.map(({ id, rule }) => limiter(c, id).giveBack(name, rule, now));
    if (returns.length > 0) c.executionCtx.waitUntil(Promise.all(returns));
  };
  for (const subject of await subjectsOf(c, name, account)) {
    const wait = await limiter(c, subject.id).take(name, subject.rule, now);
    if (wait > 0) {
      giveBack();
      throw rateLimited(wait);
    }
    taken.push(subject);
  }
  return { giveBack };
}

/**
 * Counts a request about one of the caller's second factors. Counts it by address, so that a known browser has its own
 * limits.
 */
export function limitFactor(c: Context<AuthEnv>): Promise<Taken> {
  const { email, phone, id } = c.get('caller').user;
  return limitRequest(c, 'factor', email ?? phone ?? id);
}

async function subjectsOf(c: Context<AuthEnv>, name: LimitName, account: string | undefined): Promise<Subject[]> {
  const rule = ruleOf(c, name);
  const ceiling = { ...rule, amount: rule.amount * PEOPLE, burst: rule.burst * PEOPLE };
  const visitor = await visitorOf(c);
  c.set('is_newcomer', visitor === null);
  const clients =
    visitor === null
      ? [{ id: `newcomers:${clientNetwork(c)}`, rule: ceiling }]
      : [
          { id: `visitor:${visitor}`, rule },
          { id: `visitors:${clientNetwork(c)}`, rule: ceiling },
        ];
  return account ? [...clients, { id: accountSubject(account, await knownDevice(c, account)), rule }] : clients;
}

/** Strangers share one limit for an account. Each browser that opened the account before has its own. */
function accountSubject(account: string, device: string | null): string {
  return device === null ? `account:${account}` : `account:${account}:${device}`;
}

/**
 * Counts a refresh for its session only, so that other clients on the same network cannot sign anybody out. Throws a
 * 503, because the client retries a 503 but not a 429.
 */
export async function limitRefresh(c: Context<AuthEnv>, sessionId: string): Promise<void> {
  const wait = await limiter(c, `session:${sessionId}`).take('token', ruleOf(c, 'token'), c.get('now').getTime());
  if (wait > 0) throw overloaded(wait);
}

/** Limits wrong codes for an account's second factors (docs/decisions/people/0013-roles-and-second-factors.md). */
export function limitWrongFactors<T>(
  c: Context<AuthEnv>,
  userId: string,
  attempt: () => Promise<T | null>,
): Promise<T | null | undefined> {
  return limitWrong(c, { name: 'wrong_factor', subject: `account:${userId}` }, attempt);
}

/**
 * Limits the wrong codes from mails and text messages that each address may get in a day, across all kinds of code.
 * With `account`, a user id, it counts by account instead. A browser in which the address was proven before has its own
 * tries.
 */
export async function limitWrongDigits<T>(
  c: Context<AuthEnv>,
  { address, account = address }: { address: string; account?: string },
  attempt: () => Promise<T | null | undefined>,
): Promise<T | null | undefined> {
  const device = await knownDevice(c, address);
  return limitWrong(c, { name: 'wrong_digits', subject: accountSubject(account, device) }, attempt);
}

/**
 * Limits wrong codes. `attempt` returns null for a wrong code, and undefined if there was no code to guess. Counts each
 * try before checking it, so that parallel tries count too, and gives it back if it was not wrong. Throws a 429 once
 * the day's tries are used up.
 */
async function limitWrong<T>(
  c: Context<AuthEnv>,
  { name, subject }: { name: 'wrong_factor' | 'wrong_digits'; subject: string },
  attempt: () => Promise<T | null | undefined>,
): Promise<T | null | undefined> {
  const stub = limiter(c, subject);
  const rule = ruleOf(c, name);
  const now = c.get('now').getTime();
  const wait = await stub.take(name, rule, now);
  if (wait > 0) throw rateLimited(wait);
  let isWrong = false;
  try {
    const proof = await attempt();
    isWrong = proof === null;
    return proof;
  } finally {
    if (!isWrong) await stub.giveBack(name, rule, now);
  }
}

/** A message that counts toward the limits. */
export interface SendClaim {
  /** Whether it came from the reserve for sign-in codes, which is only for addresses with an account. */
  usesReserve: boolean;
  /** Gives the message back to the global limit, because nothing is sent. */
  giveBack: () => void;
}

/**
 * Counts a message that is about to be sent to an address. There is a minimum gap for each kind, an hourly limit for
 * the address, a daily limit for everybody together and, for a signed-out client, a daily limit for its network. Known
 * and unknown addresses count alike, so that a 429 reveals nothing. If nothing is sent, call `giveBack`. Refuses phone
 * numbers of countries that are not served.
 */
export async function claimSend(
  c: Context<AuthEnv>,
  { channel, kind, address }: { channel: 'email' | 'sms'; kind: string; address: string },
): Promise<SendClaim> {
  const countries = c.get('config').phone_countries;
  if (channel === 'sms' && !isServedPhone(address, countries)) throw phoneCountryRefused(countries);
  // A stranger who requests codes for this address does not use up its owner's limit.
  const device = await knownDevice(c, address);
  const stub = limiter(c, accountSubject(address, device));
  const now = c.get('now').getTime();
  const gap = c.get('config').send_gap_s;
  const left = gap > 0 ? await stub.claimGap(kind, gap, now) : 0;
  const code = channel === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  if (left > 0) {
    const message = `For security purposes, you can only request this after ${left} seconds.`;
    throw new AuthError({ status: 429, code, message, retryAfterSeconds: left });
  }
  const wait = await stub.take(channel, ruleOf(c, channel), now);
  const refuseFor = (seconds: number) =>
    new AuthError({ status: 429, code, message: 'Request rate limit reached', retryAfterSeconds: seconds });
  if (wait > 0) throw refuseFor(wait);
  const isStranger = device === null && c.get('caller') === undefined;
  const network = isStranger
    ? await takeFromNetwork(c.env, { channel, network: clientNetwork(c), now: c.get('now') })
    : 0;
  if (network > 0) throw refuseFor(network);
  // Counted last, so that a refusal for one account or network takes nothing from the global limit.
  const counted = { channel, kind: SIGN_IN_KINDS.has(kind) ? 'codes' : 'sign_ups', now: c.get('now') } as const;
  const [share] = await takeFromDay(c.env, counted);
  if (!share) throw refuseFor(secondsToNextDay(c.get('now')));
  return {
    usesReserve: !OPEN_SHARES.includes(share),
    giveBack: () => c.executionCtx.waitUntil(giveBackToDay(c.env, { ...counted, share })),
  };
}

/** The shares of the day that codes for new addresses may use too. */
const OPEN_SHARES: readonly Share[] = MAY_USE.sign_ups;

const phoneCountryRefused = (countries: string[]) =>
  refuse(
    422,
    'validation_failed',
    `We can only text phone numbers in ${countries.join(', ')}. Use an email address instead.`,
  );

function limiter(c: Context<AuthEnv>, subject: string) {
  return c.env.AUTH_LIMITER.get(c.env.AUTH_LIMITER.idFromName(subject));
}

function ruleOf(c: Context<AuthEnv>, name: LimitName): BucketRule {
  const scale = c.get('config').rate_limit_scale;
  const { amount, seconds, burst } = BUCKETS[name];
  return { amount: amount * scale, seconds, burst: burst * scale };
}
