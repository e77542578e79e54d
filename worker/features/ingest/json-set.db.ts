import { sql } from 'drizzle-orm';

/**
 * A set of values as the table `j`. It travels as one bound JSON text, because a statement takes 100 bound values; with `cross join` it
 * stays outside, so that every element is a search in an index.
 */
export const each = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)}) j`;

/** A field of the element at hand. */
export const field = (name: string) => sql.raw(`j.value ->> '${name}'`);
