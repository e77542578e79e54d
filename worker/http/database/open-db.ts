import { drizzle } from 'drizzle-orm/d1';
import type { Db } from '../../context.ts';
import { inSession } from './d1-session.ts';
import { patientDb } from './patient-db.ts';

export const openDb = (env: Pick<Env, 'DB'>): Db => drizzle(patientDb(inSession(env.DB)));
