import { openDb } from '../../../http/database/open-db.ts';
import { findToAsk, writeAsks } from './home.db.ts';

/** The most squads that one run asks. The next run, a minute later, continues. */
const AT_ONCE = 50;

/** Asks the friends of squads whose night has ended whether they got home. It is safe to run twice. */
export async function askHome(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = openDb(env);
  await writeAsks(db, { found: await findToAsk(db, { now, limit: AT_ONCE }), now });
}
