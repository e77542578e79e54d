import type { Moves } from '../../worker/contract/trade/ticket-moves.ts';
import { listOf, sql } from './sql.ts';

/** True, in SQL, of an update that changes the status in a way that the table of moves does not list. */
export function isNoMove<S extends string>(moves: Moves<S>): string {
  const allowed = (Object.keys(moves) as S[]).flatMap((from) => moves[from].map((to) => `${from}>${to}`));
  return sql`old.status <> new.status AND old.status || '>' || new.status NOT IN (${listOf(allowed)})`;
}
