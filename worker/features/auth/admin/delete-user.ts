import type { Context } from 'hono';
import type { Write } from '../../../http/batch.ts';
import { brokenConstraint } from '../../../http/constraint.ts';
import { deleteEmptyProfile } from '../../../http/empty-profile.ts';
import { runAndTell } from '../../../rooms/tell-pages.ts';
import type { UserRecord } from '../accounts/users.db.ts';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { hardDeletes, softDeletes } from './admin-users.db.ts';

/**
 * Deletes a user, with or without the row, and writes `also` in the same transaction. What the account sells and asks for ends with it. 409 while money waits for the account, or
 * while tickets that it has paid for are not handed over.
 */
export async function deleteUser(
  c: Context<AuthEnv>,
  { record, keepsRow, also = [] }: { record: UserRecord; keepsRow: boolean; also?: readonly Write[] },
): Promise<void> {
  const [db, { id }] = [c.get('db'), record.user];
  const removal = { accounts: c.get('accounts'), now: c.get('now') };
  if (keepsRow) {
    await writeUnlessMoneyIsOpen(c, [...(await softDeletes(db, { ...removal, record })), ...also]);
  } else {
    await writeUnlessMoneyIsOpen(c, [...hardDeletes(db, { ...removal, id }), ...also]);
    await deleteEmptyProfile(db, id);
  }
}

/** A trigger refuses the whole batch if money is open, so that nothing of the account is lost. */
async function writeUnlessMoneyIsOpen(c: Context<AuthEnv>, writes: readonly Write[]): Promise<void> {
  try {
    await runAndTell(c, writes);
  } catch (error) {
    if (brokenConstraint(error)?.name !== 'account_with_open_money') throw error;
    throw refuse(
      409,
      'conflict',
      'This account cannot be deleted yet: money of a sale waits for it, tickets that it has paid for are not handed over, or a bank disputes its payment. Delete it once that has ended.',
    );
  }
}
