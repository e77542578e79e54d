import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../../../worker/local/processes/program.ts';
import { ALLOWED, type Case, FORBIDDEN } from './cases.ts';
import { refusalOf } from './judge-import.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test('each forbidden import is refused, and each allowed import passes', async () => {
  const refused = await lint([...FORBIDDEN, ...ALLOWED]);
  expect(FORBIDDEN.filter((each) => !refused.has(each))).toEqual([]);
  expect(ALLOWED.filter((each) => refused.has(each))).toEqual([]);
});

test('style sheets follow the import rules', () => {
  const taken = globSync('web/**/*.css', { cwd: ROOT }).flatMap((file) =>
    Array.from(read(file).matchAll(/(?:\bfrom|@import|url\()\s*['"]([^'"]+)['"]/g), ([, source]) => ({
      file,
      source: source!,
      isType: false,
    })),
  );
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.map(refusalOf).filter(Boolean)).toEqual([]);
});

test('no file and no second configuration turns the import rules off', () => {
  const files = globSync('{drizzle,worker,web}/**/*.{ts,tsx,js,mjs}', { cwd: ROOT }).filter(
    (file) => !file.endsWith('worker-configuration.d.ts'),
  );
  // A directive without a rule name turns off all rules.
  expect(
    files.filter((file) =>
      /lint-(?:disable|enable)(?:-next-line|-line)?\s*(?:\*|--|$|[^\n]*layers\/)/m.test(read(file)),
    ),
  ).toEqual([]);
  expect(globSync('{drizzle,worker,web,test}/**/{.oxlintrc*,oxlint.config*}', { cwd: ROOT })).toEqual([]);
});

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns the cases that the project's configuration refuses. */
async function lint(cases: Case[]): Promise<Set<Case>> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'import-rules-')));
  try {
    for (const path of ['.oxlintrc.json', 'package.json', 'test/support/import-rules'])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    const files = Map.groupBy(cases, ([file]) => file);
    for (const [file, lines] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), lines.map(([, line]) => `${line}\n`).join(''));
    }
    const { diagnostics } = JSON.parse(await oxlint(folder)) as {
      diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
    };
    // If a file could not be parsed, every case in it would pass.
    expect(diagnostics.filter(({ code }) => !code)).toEqual([]);
    const refusals = diagnostics.filter(({ code }) => code === 'layers(imports)');
    return new Set(refusals.map(({ filename, labels }) => files.get(filename)![labels[0]!.span.line - 1]!));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the output of oxlint. Ignores its exit code, which is an error whenever an import is refused. */
function oxlint(cwd: string): Promise<string> {
  return new Promise((done) => {
    execFile(...program('oxlint', ['--format=json']), { cwd, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) =>
      done(stdout),
    );
  });
}
