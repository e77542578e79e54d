import type { Context } from 'hono';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { limitWrongDigits } from '../base/limits.ts';
import { consumeDigits, countGuess, type ConsumedCode } from './codes.db.ts';

/**
 * Uses up the code that was sent to `address`. Returns null if the digits are wrong or expired. A wrong try counts for
 * the address and for the account. Throws a 429 once the day's tries are used up. The links in mails still work then. A
 * try for a phone number without a live code does not count. Otherwise, a stranger could use up the tries, and a text
 * message has no link to use instead.
 */
export async function consumeTypedCode(
  c: Context<AuthEnv>,
  { kinds, address, digits }: { kinds: CodeKind[]; address: string; digits: string },
): Promise<ConsumedCode | null> {
  const [db, now, pepper] = [c.get('db'), c.get('now'), c.env.AUTH_PEPPER];
  const consumed = await limitWrongDigits(c, { address }, async () => {
    const codes = await countGuess(db, { now, kinds, address });
    if (codes.length === 0 && !address.includes('@')) return undefined;
    for (const [account, own] of Map.groupBy(codes, ({ user_id }) => user_id)) {
      const check = async () => {
        for (const code of own) {
          const right = await consumeDigits(db, { pepper, now, code, digits });
          if (right) return right;
        }
        return null;
      };
      const right = await limitWrongDigits(c, { address, account }, check);
      if (right) return right;
    }
    return null;
  });
  return consumed ?? null;
}
