import { openDb } from '../../../http/database/open-db.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { expireAll } from './expire-requests.db.ts';

export async function expireTickets(env: Env, now: Date): Promise<void> {
  await tellPagesOf(env, await expireAll(openDb(env), { now }));
}
