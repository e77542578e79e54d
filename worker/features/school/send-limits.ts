import { SCHOOL_CODE_GAP_S } from '../../contract/school.ts';
import { tooMany } from '../../http/errors.ts';
import { takeFromCeiling } from '../../http/send-ceiling.ts';

/**
 * The codes of one account in a day, and those to one inbox. More go to an inbox than one account may ask for, so that nobody alone can use up the codes
 * of somebody else's inbox.
 */
const OF_ACCOUNT = { amount: 6, seconds: 86_400, burst: 6 };
const TO_INBOX = { amount: 18, seconds: 86_400, burst: 18 };

/**
 * Counts a code that is about to be sent: one a minute and six a day for an account, and one a minute and 18 a day for an inbox, whoever asks. 18
 * codes with five tries each guess one of a million numbers in one of 11,000 days. Throws `request.too_many` past a limit. An inbox is counted alike
 * whether or not it proves an account.
 */
export async function claimCode(env: Env, { user_id, inbox_hash, now }: { user_id: string; inbox_hash: string; now: Date }): Promise<void> {
  for (const [subject, rule] of [
    [`school:${user_id}`, OF_ACCOUNT],
    [`school-inbox:${inbox_hash}`, TO_INBOX],
  ] as const) {
    const limiter = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName(subject));
    const gap = await limiter.claimGap('school_code', SCHOOL_CODE_GAP_S, now.getTime());
    if (gap > 0) throw tooMany(gap);
    const wait = await limiter.take('school_code', rule, now.getTime());
    if (wait > 0) throw tooMany(wait);
  }
  const ceiling = await takeFromCeiling(env, { channel: 'email', mayUseReserve: false, now });
  if (ceiling > 0) throw tooMany(ceiling);
}
