import { SCHOOL_CODE_GAP_S } from '../../contract/school.ts';
import { tooMany } from '../../http/errors.ts';
import { takeFromCeiling } from '../../http/send-ceiling.ts';

/** The codes of one account, and the codes to one inbox, of a day. */
const RULE = { amount: 6, seconds: 86_400, burst: 6 };

/**
 * Counts a code that is about to be sent: one a minute and six a day for an account, and the same for an inbox, whoever asks. Six codes with
 * five tries each guess one of a million numbers in one of 33,000 days. Throws `request.too_many` past a limit. An inbox is counted alike whether
 * or not it proves an account.
 */
export async function claimCode(env: Env, { user_id, inbox_hash, now }: { user_id: string; inbox_hash: string; now: Date }): Promise<void> {
  for (const subject of [`school:${user_id}`, `school-inbox:${inbox_hash}`]) {
    const limiter = env.AUTH_LIMITER.get(env.AUTH_LIMITER.idFromName(subject));
    const gap = await limiter.claimGap('school_code', SCHOOL_CODE_GAP_S, now.getTime());
    if (gap > 0) throw tooMany(gap);
    const wait = await limiter.take('school_code', RULE, now.getTime());
    if (wait > 0) throw tooMany(wait);
  }
  const ceiling = await takeFromCeiling(env, { channel: 'email', mayUseReserve: false, now });
  if (ceiling > 0) throw tooMany(ceiling);
}
