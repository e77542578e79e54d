import type { Context } from 'hono';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { limitWrongDigits } from '../base/limits.ts';
import { consumeDigits, countGuess, type ConsumedCode } from './codes.db.ts';

/**
 * Uses up the code whose digits were sent to `address`. Null if they are wrong, expired, or guessed at too often. A
 * wrong try counts for the address and for the account, over all kinds of code; 429 once the tries of a day are used
 * up. Links are not limited by it. A try for a phone number without a live code counts for nothing, because a text
 * message has no link by which its owner could get past the limit.
 */
export async function consumeTypedCode(
  c: Context<AuthEnv>,
  { kinds, address, digits }: { kinds: CodeKind[]; address: string; digits: string },
): Promise<ConsumedCode | null> {
  const [db, now, pepper] = [c.get('db'), c.get('now'), c.env.AUTH_PEPPER];
  const consumed = await limitWrongDigits(c, { address }, async () => {
    const codes = await countGuess(db, { now, kinds, address });
    if (codes.length === 0 && !address.includes('@')) return undefined;
    for (const code of codes) {
      const check = () => consumeDigits(db, { pepper, now, code, digits });
      const right = await limitWrongDigits(c, { address, account: code.user_id }, check);
      if (right) return right;
    }
    return null;
  });
  return consumed ?? null;
}
