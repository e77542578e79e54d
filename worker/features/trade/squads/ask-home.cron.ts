import { openDb } from '../../../http/database/open-db.ts';
import { findToAsk, writeAsks } from './home.db.ts';

const AT_ONCE = 50;

export async function askHome(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  await writeAsks(db, { found: await findToAsk(db, { now, limit: AT_ONCE }), now });
}
