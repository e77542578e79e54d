import { eq } from 'drizzle-orm';
import { sellerAccounts } from '../../../../drizzle/tables/all-tables.ts';
import { seededRandom } from '../../../../worker/local/fake-provider/seeded-random.ts';
import { ask, type Answered } from '../admin.ts';
import { db } from '../db.ts';
import { fakeProvider } from './fake-provider.ts';

export interface Person {
  headers: Record<string, string>;
}

let seed = 0;
export const newProvider = (over: Parameters<typeof fakeProvider>[0] = {}) =>
  fakeProvider({ random: seededRandom((seed += 1)), ...over });

export const readPayouts = async ({ headers }: Person, search = ''): Promise<Answered> =>
  (await ask(`/api/my/payouts${search}`, { headers })).body;
export const setUpPayouts = ({ headers }: Person): Promise<{ status: number; body: Answered; answer: Response }> =>
  ask('/api/my/payout-account', { headers, json: {} });

export const accountOf = async ({ user }: { user: { id: string } }) =>
  (await db.select().from(sellerAccounts).where(eq(sellerAccounts.user_id, user.id)))[0];
