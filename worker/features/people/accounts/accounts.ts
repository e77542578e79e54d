import type { Accounts } from '../../../context.ts';
import { banAccount } from './ban-account.db.ts';
import { changeAddress } from './change-address.db.ts';
import { removeAccount } from './remove-account.db.ts';
import { suspendReseller } from './suspend-reseller.db.ts';

/**
 * The only writers of address, ban and removal. `app.ts` puts them on every request, so that each feature can use them.
 */
export const accounts: Accounts = { changeAddress, banAccount, removeAccount, suspendReseller };
