import type { Context } from 'hono';
import type { CodeKind } from '../../../../drizzle/vocabulary.ts';
import type { AuthEnv } from '../auth-env.ts';
import { limitWrongDigits } from '../limits.ts';
import { consumeDigits, countGuess, type ConsumedCode } from './codes.db.ts';

/**
 * Uses up the code whose digits were sent to `address`. Null if they are wrong, expired, or guessed at too often. A wrong try counts for
 * the address and for the account, over all kinds of code; 429 once the tries of a day are used up. Links are not limited by it.
 */
export function consumeTypedCode(
  c: Context<AuthEnv>,
  { kinds, address, digits }: { kinds: CodeKind[]; address: string; digits: string },
): Promise<ConsumedCode | null> {
  const [db, now, pepper] = [c.get('db'), c.get('now'), c.env.AUTH_PEPPER];
  return limitWrongDigits(c, { address }, async () => {
    for (const code of await countGuess(db, { now, kinds, address })) {
      const check = () => consumeDigits(db, { pepper, now, code, digits });
      const consumed = await limitWrongDigits(c, { address, account: code.user_id }, check);
      if (consumed) return consumed;
    }
    return null;
  });
}
