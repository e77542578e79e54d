import { sql } from 'drizzle-orm';

/**
 * SQL table `j` of the values in one JSON text, because a statement takes at most 100 bound values. Add other tables
 * with `cross join`: SQLite then keeps `j` as the outer table, so each element costs one index search.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
