import type { Context } from 'hono';
import { priceText } from '../../../../contract/trade/money.ts';
import type { Statement, Write } from '../../../../http/database/batch.ts';
import { brokenConstraint } from '../../../../http/database/constraint.ts';
import { deleteEmptyProfile } from '../../accounts/empty-profile.db.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import type { UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { whyMoneyIsOpen } from './open-money.db.ts';
import { findDebt, hardDeletes, softDeletes } from './admin-users.db.ts';

/**
 * Deletes an account, and writes `also` in the same transaction. Throws a 409 while the account has a debt or is in the
 * view `open_money`.
 */
export async function deleteUser(
  c: Context<AuthEnv>,
  { record, keepsRow, also = [] }: { record: UserRecord; keepsRow: boolean; also?: readonly Write[] },
): Promise<void> {
  const [db, { id }] = [c.get('db'), record.user];
  const removal = { accounts: c.get('accounts'), now: c.get('now') };
  const deletes = keepsRow ? await softDeletes(db, { ...removal, record }) : hardDeletes(db, { ...removal, id });
  await writeUnlessMoneyIsOpen(c, { id, marks: await addressMarks(c, record), deletes: [...deletes, ...also] });
  if (!keepsRow) await deleteEmptyProfile(db, id);
}

/** A trigger refuses the whole batch while the account has a debt or open money. */
async function writeUnlessMoneyIsOpen(
  c: Context<AuthEnv>,
  { id, marks, deletes }: { id: string; marks: readonly Statement[]; deletes: readonly Write[] },
): Promise<void> {
  try {
    await runAndTell(c, [...marks, ...deletes]);
  } catch (error) {
    const name = brokenConstraint(error)?.name;
    if (name === 'account_with_debt') throw await owesMoney(c, { id, marks });
    if (name !== 'account_with_open_money') throw error;
    const why = await whyMoneyIsOpen(c.get('db'), id);
    throw refuse(409, 'conflict', `This account can't be deleted yet. ${why} Then try again.`);
  }
}

/**
 * Returns the refusal with the amount of the debt. First stores the marks of the account's addresses, because the
 * refused batch stored nothing. A mark can show that the person had a deleted account with a debt. The trigger
 * `past_met` then moves this debt to the account.
 */
async function owesMoney(c: Context<AuthEnv>, { id, marks }: { id: string; marks: readonly Statement[] }) {
  await runAndTell(c, marks);
  const owed = priceText((await findDebt(c.get('db'), id)) / 100);
  return refuse(
    409,
    'conflict',
    `This account owes ${owed} for sales that went wrong. Pay it first. Write to ${c.env.SUPPORT_EMAIL} and we'll tell you how.`,
  );
}
