import type { Accounts } from '../../../context.ts';
import { banAccount } from './ban-account.db.ts';
import { changeAddress } from './change-address.db.ts';
import { removeAccount } from './remove-account.db.ts';
import { suspendReseller } from './suspend-reseller.db.ts';

/**
 * Only these functions change an address, ban or remove an account, or suspend a reseller. There are three exceptions:
 * `deleteUnusedAccounts` deletes accounts, the trigger `past_met` bans an account that inherits a ban, and
 * `undoDecisions` restores a suspension that staff have just lifted.
 */
export const accounts: Accounts = { changeAddress, banAccount, removeAccount, suspendReseller };
