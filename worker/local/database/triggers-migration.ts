import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SCHOOL_DOMAINS, SCHOOLS } from '../../../drizzle/seed/schools.ts';
import { LAUNCH_FEATURES } from '../../../drizzle/vocabulary.ts';

const FOLDER = 'drizzle/triggers';
const BREAK = '\n--> statement-breakpoint\n';

/**
 * The text of the migration that makes every trigger, view and search index of `drizzle/triggers`, one launch switch for each feature, switched
 * off, and the schools of `drizzle/seed/schools.ts`.
 */
export function triggersMigration(): string {
  const triggers = globSync(`${FOLDER}/*/*.sql`)
    .toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .trim()
        .split(/\n\n(?=CREATE )/),
    );
  const switches = LAUNCH_FEATURES.map((feature) => `('${feature}', 0, 0)`).join(', ');
  return (
    [...triggers, `INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ${switches};`, ...schoolInserts()].join(BREAK) + '\n'
  );
}

function schoolInserts(): string[] {
  const schools = SCHOOLS.map(({ id, name, city }) => rowOf([id, name, city, 0]));
  const domains = SCHOOL_DOMAINS.map((row) => rowOf([row.domain, row.school_id, row.kind, Number(row.includes_subdomains), row.alias_of]));
  return [
    `INSERT INTO schools (id, name, city, created_at) VALUES\n${schools.join(',\n')};`,
    `INSERT INTO school_domains (domain, school_id, kind, includes_subdomains, alias_of) VALUES\n${domains.join(',\n')};`,
  ];
}

const rowOf = (values: readonly (string | number | null)[]) =>
  `(${values.map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL'))).join(', ')})`;
