import { type SQLWrapper, sql } from 'drizzle-orm';
import { arithmeticOf } from '../../contract/arithmetic.ts';

/** The arithmetic operations of contract rules, in SQL. */
export const IN_SQL = arithmeticOf<SQLWrapper>(sql, (text) => sql.raw(text));
