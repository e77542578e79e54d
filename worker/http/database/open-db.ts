import { drizzle } from 'drizzle-orm/d1';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import type { Db } from '../../context.ts';
import { inSession } from './d1-session.ts';

/** Drizzle reads the description of every table when it is opened, which costs more than a query. */
const opened = new WeakMap<D1Database, Db>();

/** The database of this Worker, with the tables that queries by name need. */
export function openDb(env: Pick<Env, 'DB'>): Db {
  const db = opened.get(env.DB) ?? drizzle(inSession(env.DB), { schema });
  opened.set(env.DB, db);
  return db;
}
