import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../worker/local/database/prepare-database.ts';
import { openPlatform } from '../../worker/local/platform.ts';
import { program } from '../../worker/local/processes/program.ts';
import { sayLast } from '../support/run/last-line.ts';
import { writeSection } from './performance-page.ts';
import { studentRows } from './students.ts';

/** Measures the drill of docs/operations.md: a backup of many rows and its restore. A million rows take minutes. */
const wanted = Number(process.argv[2] ?? 1_000_000);
const ROWS_PER_STUDENT = 5;
const STUDENTS_AT_ONCE = 10_000;
const port = process.env['PORT'] ?? '8830';

const folder = mkdtempSync(join(tmpdir(), 'vouch-drill-'));
const [full, empty, copy] = ['full', 'empty', 'copy'].map((name) => join(folder, name)) as [string, string, string];
const faults: string[] = [];
try {
  await fill();
  const backup = time('backup', full);
  const bytes = readdirSync(copy, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(copy, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const restore = time('restore', empty);
  const [rows, students] = [wanted, wanted / ROWS_PER_STUDENT].map((count) => count.toLocaleString('en-US'));
  const figures = [
    { what: `Backup of ${rows} rows`, figure: `${backup} s` },
    { what: `Restore of ${rows} rows, with every hash compared`, figure: `${restore} s` },
  ];
  const disk = Math.round(bytes / 1_048_576);
  const text = `The operator's commands, on this machine: no network is between them and the database. The rows are
those of ${students} students, each with a session. The backup takes ${disk} MB on the disk.`;
  if (faults.length === 0) writeSection({ title: 'Drill', command: 'npm run bench:drill', figures, text });
  sayLast('bench:drill', { good: figures.map(({ what, figure }) => `${what}: ${figure}`).join(', '), faults });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const platform = openPlatform(full);
  try {
    const db = await platform.database();
    await prepareDatabase(db);
    const now = Date.now();
    const students = Math.ceil(wanted / ROWS_PER_STUDENT);
    for (let from = 0; from < students; from += STUDENTS_AT_ONCE) {
      const to = Math.min(students, from + STUDENTS_AT_ONCE);
      await db.batch(studentRows({ from, to, now }).map(({ sql, values }) => db.prepare(sql).bind(...values)));
    }
  } finally {
    await platform.close();
  }
}

function time(command: 'backup' | 'restore', state: string): number {
  const began = performance.now();
  const { status } = spawnSync(...program('node', [`worker/local/${command}.ts`, copy]), {
    env: { ...process.env, PORT: port, STATE_DIR: state },
    stdio: 'inherit',
  });
  if (status !== 0) faults.push(`${command} failed`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.info(`${command}: ${seconds} s`);
  return seconds;
}
