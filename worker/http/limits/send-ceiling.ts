import type { OutboxMessage } from '../outbox/sealed-message.ts';

type Channel = OutboxMessage['channel'];

const DAY_S = 86_400;
/**
 * The shares of the day's messages that are kept for sign-in codes and for mails about money. Everything else shares
 * the rest.
 */
const RESERVES = { codes: 0.2, money: 0.2 } as const;
/** The share of the day's messages that one network may cause for people who are not signed in. */
const OF_NETWORK = 1 / 20;

const NAMES = { email: 'mail_per_day', sms: 'sms_per_day' } as const;

export type Reserve = keyof typeof RESERVES;

/** A message that was counted, or refused for `wait` seconds. `giveBack` returns it if nothing is sent. */
export interface CountedMessage {
  wait: number;
  /** The reserve that had to be used, or null. */
  reserve: Reserve | null;
  giveBack: () => Promise<void>;
}

/**
 * Counts one message against the limit of all users together in 24 hours (`MAIL_PER_DAY`, `SMS_PER_DAY`). Once that is
 * used up, sign-in codes and mails about money have a reserve each, which nothing else can use.
 */
export async function takeFromCeiling(
  env: Env,
  { channel, reserve = null, now }: { channel: Channel; reserve?: Reserve | null; now: Date },
): Promise<CountedMessage> {
  const everybody = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName('everybody'));
  const shared = 1 - RESERVES.codes - RESERVES.money;
  const pools = [
    { name: NAMES[channel], share: shared, of: null },
    ...(reserve ? [reserveOf(channel, reserve)] : []),
  ] as const;
  let wait = DAY_S;
  for (const { name, share, of } of pools) {
    const rule = shareOf(env, channel, share);
    if (rule.burst < 1) continue;
    wait = await everybody.take(name, rule, now.getTime());
    if (wait === 0) return { wait, reserve: of, giveBack: () => everybody.giveBack(name, rule, now.getTime()) };
  }
  return { wait, reserve: null, giveBack: async () => {} };
}

const reserveOf = (channel: Channel, reserve: Reserve) => ({
  name: `${NAMES[channel]}:${reserve}`,
  share: RESERVES[reserve],
  of: reserve,
});

/**
 * Counts one message that somebody asks for who is not signed in against the share of their network. It is counted
 * whether or not anything is sent, so that the share does not reveal who has an account. Returns 0, or the seconds
 * until the next message is possible.
 */
export async function takeFromNetwork(
  env: Env,
  { channel, network, now }: { channel: Channel; network: string; now: Date },
): Promise<number> {
  const rule = shareOf(env, channel, OF_NETWORK);
  const limiter = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName(`sends:${network}`));
  return limiter.take(NAMES[channel], { ...rule, burst: Math.max(1, rule.burst) }, now.getTime());
}

/** A full bucket plus one day's refill equals this share of the day's messages. */
function shareOf(env: Env, channel: Channel, share: number) {
  const perDay = Number(channel === 'email' ? env.MAIL_PER_DAY : env.SMS_PER_DAY);
  const half = perDay > 0 ? (perDay * share) / 2 : 0;
  return { amount: half, seconds: DAY_S, burst: half };
}
