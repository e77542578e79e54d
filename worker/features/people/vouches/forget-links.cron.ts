import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { deleteLinksBefore } from './vouches.db.ts';

export async function forgetLinks(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  await deleteLinksBefore(openDb(env), { before: new Date(now.getTime() - KEEPING_DAYS.expired * DAY) });
}
