import { drizzle } from 'drizzle-orm/d1';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import type { Db } from '../../context.ts';
import { inSession } from './d1-session.ts';
import { patientDb } from './patient-db.ts';

/** Cached, because opening Drizzle reads every table definition, which costs more than a query. */
const opened = new WeakMap<D1Database, Db>();

export function openDb(env: Pick<Env, 'DB'>): Db {
  const db = opened.get(env.DB) ?? drizzle(patientDb(inSession(env.DB)), { schema });
  opened.set(env.DB, db);
  return db;
}
