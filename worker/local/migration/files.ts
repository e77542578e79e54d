import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
}

const FROZEN = 'frozen.json';

/** The migrations with which every database begins. */
export const FIRST: ReadonlySet<string> = new Set(['0000_tables.sql', '0001_triggers.sql']);

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') }));
}

/** Stores the hashes of a folder's migrations. `thawed` reports every later change. */
export function freeze(folder: string): void {
  const hashes = readMigrations(folder).map(({ name, sql }) => [name, hashOf(sql)]);
  writeFileSync(join(folder, FROZEN), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}

/** Returns a sentence for each migration that was edited or deleted after it was frozen, or that is not frozen. */
export function thawed(folder: string): string[] {
  const frozen = JSON.parse(readFileSync(join(folder, FROZEN), 'utf8')) as Record<string, string>;
  const there = new Map(readMigrations(folder).map(({ name, sql }) => [name, hashOf(sql)]));
  return [...new Set([...Object.keys(frozen), ...there.keys()])].flatMap((name) => {
    if (!there.has(name)) return [`${folder}/${name} is missing. A database may have it already: restore the file.`];
    if (frozen[name] === undefined)
      return [`${folder}/${name} is not frozen: run \`npm run migrations\` and commit ${FROZEN}.`];
    if (frozen[name] === there.get(name)) return [];
    const mend = 'restore the file and write the change as a new migration.';
    return [`${folder}/${name} was edited. A database may have it already: ${mend}`];
  });
}

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');
