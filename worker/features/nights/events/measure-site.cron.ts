import { openDb } from '../../../http/database/open-db.ts';
import { measureSite } from './measure-site.db.ts';

/** Measures the site for the tiles of events. Runs every minute, and measures every ten. */
export const measureSiteFacts = (env: Pick<Env, 'DB'>, now: Date): Promise<void> => measureSite(openDb(env), { now });
