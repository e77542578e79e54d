import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import * as schema from '../../../drizzle/tables/all-tables.ts';

/** The test database with the product's tables. */
export const db = drizzle(env.DB, { schema });
