import { sql } from 'drizzle-orm';

/**
 * A set of values as the table `j`. They are one bound JSON text, because a statement takes at most 100 bound values. A
 * `cross join` keeps this table the outer one, so that each element is one search in an index.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

/** A field of the current element. */
export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
