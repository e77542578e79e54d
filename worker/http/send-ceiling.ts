import type { OutboxMessage } from './sealed-message.ts';

const DAY_S = 86_400;
/** The share of the day's messages that is reserved for sign-in codes. */
const RESERVE = 0.2;

const NAMES = { email: 'mail_per_day', sms: 'sms_per_day' } as const;

/**
 * Counts one message against the limit of all users together in 24 hours (`MAIL_PER_DAY`, `SMS_PER_DAY`). A fifth is reserved for
 * sign-in codes, which set `mayUseReserve`. Returns 0, or the seconds until the next message is possible.
 */
export async function takeFromCeiling(
  env: Env,
  { channel, mayUseReserve, now }: { channel: OutboxMessage['channel']; mayUseReserve: boolean; now: Date },
): Promise<number> {
  const perDay = Number(channel === 'email' ? env.MAIL_PER_DAY : env.SMS_PER_DAY);
  if (!(perDay > 0)) return DAY_S;
  // A full bucket plus one day's refill equals the value of the variable.
  const rule = { amount: perDay / 2, seconds: DAY_S, burst: perDay / 2 };
  const keep = mayUseReserve ? 0 : rule.burst * RESERVE;
  const everybody = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName('everybody'));
  return everybody.take(NAMES[channel], { ...rule, keep }, now.getTime());
}
