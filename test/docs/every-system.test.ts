import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The project is started and tested on macOS, Linux and Windows. `cmd.exe` runs npm's scripts on Windows.
const SOURCES = globSync(['{drizzle,worker,web,test}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'test/docs/every-system.test.ts');
/** Programs of the operating system, which may be started by name. `program.ts` finds the programs of packages. */
const SYSTEM_PROGRAMS = new Set(['apt-get', 'ffmpeg', 'git', 'openssl', 'taskkill', 'taskset']);

const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** True for the plain name of a program with arguments. Every shell understands such a script. */
const isPlain = (script: string) =>
  /^[a-z][\w-]*( [\w./:=@-]+)*$/.test(script) && !/^(exec|cd|cp|rm|mv|mkdir|export|set) /.test(script);

test('npm scripts contain no shell syntax', () => {
  expect(Object.values(scripts).filter((script) => !isPlain(script))).toEqual([]);
  const SHELL = [
    'exec node a.ts',
    'a && b',
    'a; b',
    'A=1 node a.ts',
    'node $A',
    "node 'a b'",
    'a | b',
    'node *.ts',
    './a.sh',
    'rm -rf dist',
  ];
  expect(SHELL.filter(isPlain)).toEqual([]);
});

test('every npm script starts a package of the project, or an existing file through `run.mjs`', () => {
  const files = Object.values(scripts).filter((script) => script.startsWith('node '));
  expect(files.filter((script) => !script.startsWith('node run.mjs ') || !existsSync(script.split(' ')[2]!))).toEqual(
    [],
  );
  const programs = Object.values(scripts).map((script) => script.split(' ')[0]!);
  const packages = new Set(['node', 'playwright', ...Object.keys(devDependencies)]);
  expect(programs.filter((name) => !packages.has(name))).toEqual([]);
});

test.each([
  ['uses the pathname of a file URL as a path', /\bimport\.meta\.url\)+\.pathname\b/],
  ['starts a program in node_modules/.bin, where Windows has .cmd files', /node_modules[\\/]+\.bin/],
  ['contains the path of the folder for temporary files', /['"`]\/tmp\b/],
  ['asks the system where a program is', /\(\s*['"](?:which|where)['"]/],
  ['starts a program through a shell', /\bexecSync\(|\bshell: /],
])('no file %s', (_, pattern) => {
  expect(SOURCES.length).toBeGreaterThan(1000);
  expect(SOURCES.filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('no file reads the pathname of a file URL stored in a variable', () => {
  const broken = SOURCES.filter((path) => {
    const text = readFileSync(path, 'utf8');
    const names = Array.from(text.matchAll(/\b(\w+) = new URL\([^;\n]*import\.meta\.url\)/g), ([, name]) => name!);
    return names.some((name) => new RegExp(String.raw`\b${name}\.pathname\b`).test(text));
  });
  expect(broken).toEqual([]);
});

test('only one file ends process groups, which Windows does not have', () => {
  const groups = SOURCES.filter((path) => /process\.kill\(\s*-|\bdetached: /.test(readFileSync(path, 'utf8')));
  expect(groups).toEqual(['worker/local/processes/end-tree.ts']);
});

test('every program that is started by its bare name belongs to the operating system', () => {
  const started = SOURCES.flatMap((path) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*['"]([\w-]+)['"]/g),
      ([, name]) => ({ path, name: name! }),
    ),
  );
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter(({ name }) => !SYSTEM_PROGRAMS.has(name))).toEqual([]);
});
