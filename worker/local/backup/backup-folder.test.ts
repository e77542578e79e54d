import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupFolder } from './backup-folder.ts';

test('a backup folder returns the lines as they were stored, even if they contain Unicode line separators', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
  const keeping = backupFolder(folder);
  const lines = ['["\u2028"]', '["\u2029\u0085"]', `["${'long'.repeat(50_000)}"]`, '[""]'];
  for (const line of lines) await keeping.append('tables/events.jsonl', `${line}\n`);
  const read: string[] = [];
  for await (const line of keeping.lines('tables/events.jsonl')) read.push(line);
  expect(read).toEqual(lines);
  expect(statSync(join(folder, 'tables/events.jsonl')).mode & 0o077).toBe(0);
  rmSync(folder, { recursive: true });
});

test('a new backup replaces the lines of an interrupted backup in the same folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
  await backupFolder(folder).append('tables/events.jsonl', '["of the interrupted backup"]\n');
  const keeping = backupFolder(folder);
  for (const line of ['["first"]\n', '["second"]\n']) await keeping.append('tables/events.jsonl', line);
  expect(readFileSync(join(folder, 'tables/events.jsonl'), 'utf8')).toBe('["first"]\n["second"]\n');
  rmSync(folder, { recursive: true });
});
