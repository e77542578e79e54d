import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeze, readMigrations } from './files.ts';
import { type Change, changeTo } from './next-migration.ts';
import { databaseAfter } from './schema.ts';
import { changedRows } from './seeded-rows.ts';
import { wantedSchema } from './wanted.ts';

const BREAK = ';\n--> statement-breakpoint\n';

/**
 * Returns the missing migrations of a folder, at most two, as texts by file name. The contract migration
 * (`…_contract-…`) comes last, because it removes what the running Worker still needs. `title` becomes part of the
 * names.
 */
export async function nextMigrations(folder: string, title: string): Promise<Map<string, string>> {
  const there = readMigrations(folder);
  const wanted = await wantedSchema();
  const live = databaseAfter(there.map(({ sql }) => sql));
  const next = new Map<string, string>();
  const add = ({ statements, removals }: Change, name: string) => {
    if (statements.length === 0) return;
    const text = `${removals.map((each) => `-- ${each}\n`).join('')}${statements.map((each) => each.replace(/;$/, '')).join(BREAK)};\n`;
    next.set(`${String(there.length + next.size).padStart(4, '0')}_${name}.sql`, text);
    live.exec(`BEGIN; ${text} COMMIT;`);
  };
  const kept = changeTo(live, wanted, { keeps: true });
  const rows = changedRows(live);
  add({ statements: [...kept.statements, ...rows.statements], removals: [...kept.removals, ...rows.removals] }, title);
  add(changeTo(live, wanted, { keeps: false }), `contract-${title}`);
  return next;
}

export async function writeNext(folder: string, title: string): Promise<string[]> {
  const next = await nextMigrations(folder, title);
  for (const [name, text] of next) writeFileSync(join(folder, name), text);
  freeze(folder);
  return [...next.keys()];
}
