import type { OutboxMessage } from './sealed-message.ts';

const DAY_S = 86_400;
/** The part of the day's messages that only sign-in codes may use. */
const RESERVE = 0.2;

const NAMES = { email: 'mail_per_day', sms: 'sms_per_day' } as const;

/**
 * Takes one of the messages that everybody together may cause in 24 hours (`MAIL_PER_DAY`, `SMS_PER_DAY`). A fifth of them is kept for
 * messages that `mayUseReserve`: codes to sign in. Returns 0, or the seconds until there is one again.
 */
export async function takeFromCeiling(
  env: Env,
  { channel, mayUseReserve, now }: { channel: OutboxMessage['channel']; mayUseReserve: boolean; now: Date },
): Promise<number> {
  const perDay = Number(channel === 'email' ? env.MAIL_PER_DAY : env.SMS_PER_DAY);
  if (!(perDay > 0)) return DAY_S;
  // A full bucket and a day's refill together make the number of the variable.
  const rule = { amount: perDay / 2, seconds: DAY_S, burst: perDay / 2 };
  const keep = mayUseReserve ? 0 : rule.burst * RESERVE;
  const everybody = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName('everybody'));
  return everybody.take(NAMES[channel], { ...rule, keep }, now.getTime());
}
