import { type SQLWrapper, sql } from 'drizzle-orm';
import { arithmeticOf } from '../../contract/arithmetic.ts';

/** The operations of a rule of the contract, in SQL. */
export const IN_SQL = arithmeticOf<SQLWrapper>(sql, (text) => sql.raw(text));
