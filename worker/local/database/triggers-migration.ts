import { SCHOOL_DOMAINS, SCHOOLS } from '../../../drizzle/seed/schools.ts';
import { ALL_TRIGGERS } from '../../../drizzle/triggers/all-triggers.ts';
import { withoutMargin } from '../../../drizzle/triggers/sql.ts';
import { LAUNCH_FEATURES } from '../../../drizzle/vocabulary.ts';

const BREAK = '\n--> statement-breakpoint\n';

/**
 * The text of the migration that makes every trigger, view and search index of `drizzle/triggers`, one launch switch
 * for each feature, switched off, and the schools of `drizzle/seed/schools.ts`.
 */
export function triggersMigration(): string {
  const statements = ALL_TRIGGERS.map(withoutMargin);
  // A trigger may name a view that stands in another file.
  const ordered = [...statements.filter((text) => !isTrigger(text)), ...statements.filter(isTrigger)];
  const switches = LAUNCH_FEATURES.map((feature) => `('${feature}', 0, 0)`).join(', ');
  return (
    [
      ...ordered,
      `INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ${switches};`,
      ...schoolInserts(),
    ].join(BREAK) + '\n'
  );
}

const isTrigger = (text: string) => text.startsWith('CREATE TRIGGER');

function schoolInserts(): string[] {
  const schools = SCHOOLS.map(({ id, name, city }) => rowOf([id, name, city, 0]));
  const domains = SCHOOL_DOMAINS.map((row) =>
    rowOf([row.domain, row.school_id, row.kind, Number(row.includes_subdomains), row.alias_of]),
  );
  return [
    `INSERT INTO schools (id, name, city, created_at) VALUES\n${schools.join(',\n')};`,
    `INSERT INTO school_domains (domain, school_id, kind, includes_subdomains, alias_of)
      VALUES\n${domains.join(',\n')};`,
  ];
}

const rowOf = (values: readonly (string | number | null)[]) =>
  `(${values.map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL'))).join(', ')})`;
