import { SCHOOL_CODE_GAP_S } from '../../../contract/people/school.ts';
import { tooMany } from '../../../http/answers/errors.ts';
import { secondsToNextDay, takeFromDay } from '../../../http/limits/send-ceiling.ts';

const DAY_S = 86_400;
/** The limit of codes per day for one account. */
const OF_ACCOUNT = { amount: 6, seconds: DAY_S, burst: 6 };
/** The limit of codes per day to one inbox. */
const TO_INBOX = { amount: 18, seconds: DAY_S, burst: 18 };
/** This many codes to an inbox are reserved. Only an account's first code to that inbox in a day may use them. */
const KEPT_FOR_NEW = 9;

/**
 * Counts a code against the limits of the account and of the inbox. The minute between two codes is counted per
 * account, so nobody waits for somebody else's code. An inbox that is proven to be the account's own (`is_own`) has no
 * limit per inbox. With 18 codes of five tries each, guessing succeeds about once in 11,000 days. The limits do not
 * reveal whether the inbox proves another account. Throws `request.too_many`.
 */
export async function claimCode(
  env: Env,
  { user_id, inbox_hash, is_own, now }: { user_id: string; inbox_hash: string; is_own: boolean; now: Date },
): Promise<void> {
  const at = now.getTime();
  const limiter = (subject: string) => env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName(subject));
  const account = limiter(`school:${user_id}`);
  const gap = await account.claimGap('school_code', SCHOOL_CODE_GAP_S, at);
  if (gap > 0) throw tooMany(gap);
  const wait = await account.take('school_code', OF_ACCOUNT, at);
  if (wait > 0) throw tooMany(wait);
  if (!is_own) {
    const isFirst = (await account.claimGap(`inbox:${inbox_hash}`, DAY_S, at)) === 0;
    const rule = { ...TO_INBOX, keep: isFirst ? 0 : KEPT_FOR_NEW };
    const full = await limiter(`school-inbox:${inbox_hash}`).take('school_code', rule, at);
    if (full > 0) throw tooMany(full);
  }
  const counted = await takeFromDay(env, { channel: 'email', kind: 'sign_ups', now });
  if (counted.length === 0) throw tooMany(secondsToNextDay(now));
}
