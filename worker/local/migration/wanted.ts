import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { SCHOOL_DOMAINS, SCHOOLS } from '../../../drizzle/seed/schools.ts';
import * as tables from '../../../drizzle/tables/all-tables.ts';
import { ALL_TRIGGERS } from '../../../drizzle/triggers/all-triggers.ts';
import { withoutMargin } from '../../../drizzle/triggers/sql.ts';
import { LAUNCH_FEATURES } from '../../../drizzle/vocabulary.ts';
import { databaseAfter, type Schema, schemaOf } from './schema.ts';

type Value = string | number | null;

/** Rows that the source code lists. The columns in `key` tell the rows apart. Staff may edit the other columns. */
export interface SeededRows {
  table: string;
  columns: readonly string[];
  key: readonly string[];
  rows: readonly (readonly Value[])[];
}

export const SEEDED: readonly SeededRows[] = [
  {
    table: 'launch_switches',
    columns: ['feature', 'is_on', 'updated_at'],
    key: ['feature'],
    rows: LAUNCH_FEATURES.map((feature) => [feature, 0, 0]),
  },
  {
    table: 'schools',
    columns: ['id', 'name', 'city', 'created_at'],
    key: ['id'],
    rows: SCHOOLS.map(({ id, name, city }) => [id, name, city, 0]),
  },
  {
    table: 'school_domains',
    columns: ['domain', 'school_id', 'kind', 'includes_subdomains', 'alias_of'],
    key: ['domain'],
    rows: SCHOOL_DOMAINS.map((row) => {
      return [row.domain, row.school_id, row.kind, Number(row.includes_subdomains), row.alias_of ?? null];
    }),
  },
];

export async function tableStatements(): Promise<string[]> {
  return generateSQLiteMigration(await generateSQLiteDrizzleJson({}), await generateSQLiteDrizzleJson(tables));
}

/** Returns the statements of `drizzle/triggers`: views and the search index, then triggers, which may read a view. */
export function triggerStatements(): string[] {
  const statements = ALL_TRIGGERS.map(withoutMargin);
  return [...statements.filter((text) => !isTrigger(text)), ...statements.filter(isTrigger)];
}

const isTrigger = (text: string): boolean => text.startsWith('CREATE TRIGGER');

export async function wantedSchema(): Promise<Schema> {
  const rows = SEEDED.map((each) => insertInto(each, each.rows));
  wanted ??= schemaOf(databaseAfter([[...(await tableStatements()), ...triggerStatements(), ...rows].join('\n;')]));
  return wanted;
}

let wanted: Schema | undefined;

export const insertInto = ({ table, columns }: SeededRows, rows: readonly (readonly Value[])[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES\n${rows.map((row) => `(${row.map(literal).join(', ')})`).join(',\n')}`;

export const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL');
