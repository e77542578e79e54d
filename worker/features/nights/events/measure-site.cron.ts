import { openDb } from '../../../http/database/open-db.ts';
import { measureSite } from './measure-site.db.ts';

/** Runs every minute, but measures only every ten minutes. */
export const measureSiteFacts = (env: Pick<Env, 'DB'>, now: Date): Promise<void> => measureSite(openDb(env), { now });
