import type { Context } from 'hono';
import { runAndTell } from '../../../rooms/tell-pages.ts';
import type { UserRecord } from '../accounts/users.db.ts';
import type { AuthEnv } from '../auth-env.ts';
import { deleteProfile, hardDeletes, softDeletes } from './admin-users.db.ts';

/** Deletes a user, with or without the row. What the account sells and asks for ends with it. */
export async function deleteUser(c: Context<AuthEnv>, { record, keepsRow }: { record: UserRecord; keepsRow: boolean }): Promise<void> {
  const [db, { id }] = [c.get('db'), record.user];
  const removal = { accounts: c.get('accounts'), now: c.get('now') };
  if (keepsRow) {
    await runAndTell(c, await softDeletes(db, { ...removal, record }));
  } else {
    await runAndTell(c, hardDeletes(db, { ...removal, id }));
    await deleteProfile(db, id);
  }
}
