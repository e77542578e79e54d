import { sql } from 'drizzle-orm';

/**
 * Turns values into the table `j`, bound as one JSON text because a statement takes at most 100 bound values. Use it
 * with a `cross join`, which keeps this table the outer one, so that each element is one index search.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

/** SQL value: a field of the current element. */
export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
