import { DAY, MINUTE } from '../../contract/time/durations.ts';
import { MAY_USE, type Share, SHARES } from '../outbox/lanes.rules.ts';
import type { OutboxMessage } from '../outbox/sealed-message.ts';

type Channel = OutboxMessage['channel'];

const DAY_S = 86_400;
/** The signed-out people of one network may together request at most this share of the day's messages. */
const OF_NETWORK = 1 / 20;
/** A carrier resets its daily quota at midnight UTC. Its clock may be a few minutes behind. */
const AFTER_MIDNIGHT_MS = 5 * MINUTE;

const NAMES = { email: 'mail_per_day', sms: 'sms_per_day' } as const;

/** The time from which messages that exceed today's quota can be sent. */
export const nextSendingDay = (now: Date) => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY + AFTER_MIDNIGHT_MS);

export const secondsToNextDay = (now: Date) => Math.ceil((nextSendingDay(now).getTime() - now.getTime()) / 1000);

/**
 * Counts up to `wanted` messages against the limits of the UTC day, which apply to all users together. Returns one
 * share for each counted message: the share that it was taken from. The order is that of `MAY_USE`.
 */
export async function takeFromDay(
  env: Env,
  { channel, kind, wanted = 1, now }: { channel: Channel; kind: Share; wanted?: number; now: Date },
): Promise<Share[]> {
  const most = (share: Share) => Math.floor((perDay(env, channel) * SHARES[share]) / 100);
  const pools = MAY_USE[kind].map((share) => ({ name: poolOf(channel, share), most: most(share) }));
  const counts = await everybody(env).takeOfDay(pools, { wanted, now: now.getTime() });
  return MAY_USE[kind].flatMap((share, at) => Array<Share>(counts[at] ?? 0).fill(share));
}

/** Gives a counted message back to its share. Call it if nothing is sent. */
export function giveBackToDay(
  env: Env,
  { channel, share, now }: { channel: Channel; share: Share; now: Date },
): Promise<void> {
  return everybody(env).giveBackOfDay(poolOf(channel, share), now.getTime());
}

const everybody = (env: Env) => env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName('everybody'));
const poolOf = (channel: Channel, share: Share) => `${NAMES[channel]}:${share}`;

/**
 * Counts a message against the limit of a network. Returns 0 or the seconds to wait. Call it even if no message is
 * sent, so that the limit does not reveal which accounts exist.
 */
export async function takeFromNetwork(
  env: Env,
  { channel, network, now }: { channel: Channel; network: string; now: Date },
): Promise<number> {
  // The full bucket (`burst`) is half of the network's share. The refill of one day is the other half.
  const half = (perDay(env, channel) * OF_NETWORK) / 2;
  const limiter = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName(`sends:${network}`));
  const rule = { amount: half, seconds: DAY_S, burst: Math.max(1, half) };
  return limiter.take(NAMES[channel], rule, now.getTime());
}

function perDay(env: Env, channel: Channel): number {
  const most = Number(channel === 'email' ? env.MAIL_PER_DAY : env.SMS_PER_DAY);
  return most > 0 ? most : 0;
}
