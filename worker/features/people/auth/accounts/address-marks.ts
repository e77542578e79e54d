import type { Context } from 'hono';
import type { Statement } from '../../../../http/database/batch.ts';
import { foldAddress, keepMark } from '../../../../http/shared/people/shared-mark.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { hasProvenEmail } from '../base/metadata.ts';
import type { UserRecord } from '../base/users.db.ts';

/**
 * Returns statements that store a mark for each proven address and phone. By these marks, a trigger recognizes the
 * owner of a deleted account.
 */
export async function addressMarks(c: Context<AuthEnv>, { user, identities }: UserRecord): Promise<Statement[]> {
  const own = user.email_confirmed_at ? user.email : null;
  const emails = [own, ...identities.filter(hasProvenEmail).map(({ email }) => email)].filter(
    (email) => email !== null,
  );
  const addresses = [...new Set(emails.map(foldAddress))].map((value) => ({ kind: 'address' as const, value }));
  const phones = user.phone && user.phone_confirmed_at ? [{ kind: 'phone' as const, value: user.phone }] : [];
  const kept = [...addresses, ...phones].map((mark) =>
    keepMark({ env: c.env, db: c.get('db') }, { user_id: user.id, ...mark }),
  );
  return (await Promise.all(kept)).flat();
}
