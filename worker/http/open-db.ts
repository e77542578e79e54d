import { drizzle } from 'drizzle-orm/d1';
import * as schema from '../../drizzle/tables/all-tables.ts';
import type { Db } from '../context.ts';

/** The database of this Worker, with the tables that queries by name need. */
export function openDb(env: Pick<Env, 'DB'>): Db {
  return drizzle(env.DB, { schema });
}
