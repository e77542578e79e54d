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
 * Limits for one visitor, and for one account if the request names an account. Two thousand students can share a
 * network address, so all visitors with a cookie at one address share a limit of `PEOPLE` times this size. Visitors
 * without a cookie share another limit of that size.
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
  // Three of a million codes are right at any time. A year of guessing within this limit opens 1 in 45 accounts whose
  // password is known.
  wrong_factor: { amount: 20, seconds: 86_400, burst: 20 },
  // One of a million codes is right. A year of guessing within this limit opens 1 in 91 accounts.
  wrong_digits: { amount: 30, seconds: 86_400, burst: 30 },
} satisfies Record<string, BucketRule>;

/** Only codes that people sign in with may use the daily reserve of messages. */
const SIGN_IN_KINDS = new Set(['otp', 'recovery', 'factor', 'reauthentication']);

/** A network address gets this many times a visitor's limit. Right passwords and codes do not count toward it. */
const PEOPLE = 10;

type LimitName = keyof typeof BUCKETS;

interface Subject {
  id: string;
  rule: BucketRule;
}

export interface Taken {
  /** Call this once the password or code is known to be right. */
  giveBack: () => void;
}

/**
 * Counts a request against the limits of its visitor, its network address and `account` (an email address, a phone
 * number or a user id). The account need not exist. The account's limit is checked last, so it does not count requests
 * that another limit refuses. Throws a 429. Call this before any hashing.
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

/** Counts the request for the account's email address or phone number, because `knownDevice` needs one of these. */
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

/** Strangers share one limit for an account. A browser in which the account was opened has a limit of its own. */
function accountSubject(account: string, device: string | null): string {
  return device === null ? `account:${account}` : `account:${account}:${device}`;
}

/**
 * Counts the refreshes of each session separately, so that other people on the network cannot sign anybody out. Throws
 * a 503 instead of a 429, because clients do not retry after a 429.
 */
export async function limitRefresh(c: Context<AuthEnv>, sessionId: string): Promise<void> {
  const wait = await limiter(c, `session:${sessionId}`).take('token', ruleOf(c, 'token'), c.get('now').getTime());
  if (wait > 0) throw overloaded(wait);
}

/** See docs/decisions/people/0013-roles-and-second-factors.md. */
export function limitWrongFactors<T>(
  c: Context<AuthEnv>,
  userId: string,
  attempt: () => Promise<T | null>,
): Promise<T | null | undefined> {
  return limitWrong(c, { name: 'wrong_factor', subject: `account:${userId}` }, attempt);
}

/**
 * Limits the wrong codes of a day. Counts them for `account` (a user id) if it is given, otherwise for `address` (an
 * email address or phone number). A browser in which the account of `address` was opened has a limit of its own.
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
 * `attempt` returns null for a wrong code, and undefined if there was no code to guess. Each try counts before it is
 * checked, so that parallel tries count too. Throws a 429.
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

export interface SendClaim {
  /** Whether the message uses the daily reserve, which is only for sign-in codes to addresses with an account. */
  usesReserve: boolean;
  /** Call this if nothing is sent. */
  giveBack: () => void;
}

/**
 * Counts a message to an email address or phone number. Throws a 429 if a limit is reached. An address without an
 * account counts like one with an account, so that a 429 does not reveal whether an account exists. Throws a 422 for a
 * phone number of a country that is not served.
 */
export async function claimSend(
  c: Context<AuthEnv>,
  { channel, kind, address }: { channel: 'email' | 'sms'; kind: string; address: string },
): Promise<SendClaim> {
  const countries = c.get('config').phone_countries;
  if (channel === 'sms' && !isServedPhone(address, countries)) throw phoneCountryRefused(countries);
  // A stranger's requests do not use up the limit of the address's owner.
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
  // Last, so that a refusal for one account or network takes nothing from the global limit.
  const counted = { channel, kind: SIGN_IN_KINDS.has(kind) ? 'codes' : 'sign_ups', now: c.get('now') } as const;
  const [share] = await takeFromDay(c.env, counted);
  if (!share) throw refuseFor(secondsToNextDay(c.get('now')));
  return {
    usesReserve: !OPEN_SHARES.includes(share),
    giveBack: () => c.executionCtx.waitUntil(giveBackToDay(c.env, { ...counted, share })),
  };
}

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
