import { type SQLWrapper, sql } from 'drizzle-orm';
import { arithmeticOf } from '../../contract/arithmetic.ts';

export const IN_SQL = arithmeticOf<SQLWrapper>(sql, (text) => sql.raw(text));
