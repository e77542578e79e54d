import type { Moves } from '../../worker/contract/trade/ticket-moves.ts';
import { listOf, sql } from './sql.ts';

/** SQL condition: the update changes the status in a way that `moves` does not allow. */
export function isNoMove<S extends string>(moves: Moves<S>): string {
  const allowed = (Object.keys(moves) as S[]).flatMap((from) => moves[from].map((to) => `${from}>${to}`));
  return sql`old.status <> new.status AND old.status || '>' || new.status NOT IN (${listOf(allowed)})`;
}
