import { sql } from 'drizzle-orm';

/**
 * SQL table `j` with one row for each value. The values are bound as one JSON text, because a statement takes at most
 * 100 bound values. Add other tables with `cross join`: SQLite then keeps `j` as the outer table, so each value costs
 * one index search.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
