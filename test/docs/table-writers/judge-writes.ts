import { findWrites, type Known } from './find-writes.ts';
import { HOMES, OWNERS } from './owners.ts';

export const OWNER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

/** Whether a file belongs to the owner of a table, or holds shared functions or triggers of the owner's district. */
function isOwner(file: string, table: string): boolean {
  const owner = OWNER_OF.get(table);
  if (owner === undefined) return false;
  const [district] = owner.split('/');
  const features = `worker/features/${district}/`;
  return HOMES[district!]!.some((home) => file.startsWith(home === features ? `worker/features/${owner}/` : home));
}

/** Returns the writes to tables that the file does not own. `table` is `*` if the source does not name the table. */
export const foreignWrites = (file: string, source: string, known: Known) =>
  findWrites(file, source, known)
    .map(({ line, table }) => ({ file, line, table: table ?? '*' }))
    .filter(({ table }) => !isOwner(file, table));
