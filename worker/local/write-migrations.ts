import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generatedMigrations } from './database/generated-migrations.ts';

// Nothing is released yet, so the migrations are written anew from the tables and triggers of today.
rmSync('migrations', { recursive: true, force: true });
mkdirSync('migrations/meta', { recursive: true });
for (const [path, text] of Object.entries(await generatedMigrations())) writeFileSync(path, text);
