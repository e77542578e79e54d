import { sql } from 'drizzle-orm';

/**
 * SQL table `j` of the values. They are bound as one JSON text, because a statement takes at most 100 bound values. Add
 * other tables after `j` with `cross join`. SQLite then keeps `j` as the outer table, so each element costs one index
 * search.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

/** SQL value: a field of the current element of `j`. */
export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
