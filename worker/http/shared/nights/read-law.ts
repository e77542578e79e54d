import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { LAW_PACKS } from '../../../contract/staff/law-packs.ts';

const CITIES = LAW_PACKS.flatMap(({ cities }) => cities);
const STATES = LAW_PACKS.flatMap(({ state, title }) => [state.toLowerCase(), title.toLowerCase()]);

const plain = (text: SQLWrapper) => sql`lower(trim(coalesce(${text}, '')))`;
const isOneOf = (value: SQL, names: readonly string[]) =>
  sql`${value} in (select value from json_each(${JSON.stringify(names)}))`;

/**
 * SQL condition: we have read the resale law of the place. `state` is a code or a name. The city counts only if the
 * place has no state.
 */
export function hasReadLaw({ city, state }: { city: SQLWrapper; state: SQLWrapper }): SQL<number> {
  return sql<number>`iif(${plain(state)} = '', ${isOneOf(plain(city), CITIES)}, ${isOneOf(plain(state), STATES)})`;
}
