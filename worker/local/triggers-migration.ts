import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { LAUNCH_FEATURES } from '../../drizzle/vocabulary.ts';

export const TRIGGERS_MIGRATION = 'migrations/0001_triggers.sql';
const FOLDER = 'drizzle/triggers';
const BREAK = '\n--> statement-breakpoint\n';

/** The text of the migration that makes every trigger, view and search index of `drizzle/triggers`, and one launch switch for each feature, switched off. */
export function triggersMigration(): string {
  const triggers = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) =>
      readFileSync(`${FOLDER}/${name}`, 'utf8')
        .trim()
        .split(/\n\n(?=CREATE )/),
    );
  const switches = LAUNCH_FEATURES.map((feature) => `('${feature}', 0, 0)`).join(', ');
  return [...triggers, `INSERT INTO launch_switches (feature, is_on, updated_at) VALUES ${switches};\n`].join(BREAK);
}

if (import.meta.main) writeFileSync(TRIGGERS_MIGRATION, triggersMigration());
