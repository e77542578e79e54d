import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { experimental_getWranglerCommands } from 'wrangler';
import { ENVIRONMENTS } from '../../worker/local/settings/environments.ts';

const INCIDENTS = [
  'Mail quota',
  'D1 overloaded',
  'Room hot',
  'Stuck queue',
  'Leaked key',
  'Bad deploy',
  'Money',
  'Abuse wave',
  'Cron stopped',
  'Image failures',
  'Clock',
];
const document = readFileSync('docs/runbook.md', 'utf8');
const sections = document
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [look, mend] = text
      .split(/^Mend: /m)
      .map((half) => [...half.matchAll(/^```\n([^]*?)^```$/gm)].flatMap(([, block]) => block!.trim().split('\n')));
    return { title: text.split('\n')[0]!, look: look ?? [], mend: mend ?? [] };
  });
const commands = sections.flatMap(({ look, mend }) => [...look, ...mend]);

interface Command {
  definition?: { args?: Record<string, unknown>; positionalArgs?: string[] };
  subtree: Map<string, Command>;
}

const wrangler = experimental_getWranglerCommands();
const EVERYWHERE = new Set(['env', 'config', ...Object.keys(wrangler.globalFlags)]);

function wranglerProblem(words: string[]): string | null {
  let node = wrangler.registry as unknown as Command;
  let depth = 0;
  while (node.subtree.size > 0 && words[depth] !== undefined && node.subtree.has(words[depth]!))
    node = node.subtree.get(words[depth++]!)!;
  if (!node.definition?.args) return `no command: ${words.slice(0, depth + 1).join(' ')}`;
  const known = new Set([...Object.keys(node.definition.args), ...EVERYWHERE]);
  const unknown = words.filter((word) => word.startsWith('--') && !known.has(word.slice(2)));
  return unknown.length > 0 ? `no option: ${unknown.join(' ')}` : null;
}

const wordsOf = (command: string) => [...command.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word);

test('the runbook has the likeliest incidents, each with a command to diagnose and a command to repair', () => {
  expect(sections.map(({ title }) => title)).toEqual(INCIDENTS);
  expect(sections.filter(({ look, mend }) => look.length === 0 || mend.length === 0)).toEqual([]);
});

test('every Wrangler command in the runbook exists and has the options that the runbook uses', () => {
  const called = commands.filter((command) => command.startsWith('npx wrangler '));
  expect(called.length).toBeGreaterThan(20);
  expect(called.flatMap((command) => wranglerProblem(wordsOf(command).slice(2)) ?? [])).toEqual([]);
  expect(wranglerProblem(['d1', 'no-such-command'])).not.toBeNull();
  expect(wranglerProblem(['tail', '--no-such-option'])).toBe('no option: --no-such-option');
});

test('every SQL statement in the runbook runs on the database', () => {
  const db = new DatabaseSync(':memory:');
  const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  for (const name of migrations.toSorted()) db.exec(readFileSync(`migrations/${name}`, 'utf8'));
  const statements = commands.flatMap((command) => /--command "([^"]+)"/.exec(command)?.[1] ?? []);
  expect(statements.length).toBeGreaterThan(5);
  for (const statement of statements) expect(() => db.prepare(statement).all()).not.toThrow();
  expect(() => db.prepare('SELECT no_such_column FROM outbox').all()).toThrow('no_such_column');
  db.close();
});

test('the runbook needs only npm, Wrangler, date and curl', () => {
  const known = /^(CLOUDFLARE_ENV=production npm run|npm run|npx wrangler|date -u$|curl -sI) ?/;
  expect(commands.filter((command) => !known.test(command))).toEqual([]);
});

test('the resources and environments that the runbook names exist', () => {
  const config = readFileSync('wrangler.toml', 'utf8');
  const names = new Set(commands.flatMap((command) => command.match(/\bvouch-[\w-]+/g) ?? []));
  expect(names.size).toBeGreaterThan(2);
  for (const name of names) expect(config).toContain(`"${name}"`);
  const environments = commands.flatMap((command) => /--env (\S+)/.exec(command)?.[1] ?? []);
  expect(environments.filter((name) => !(name in ENVIRONMENTS))).toEqual([]);
});

test('the code of the Worker contains the words that the runbook searches the log for', () => {
  const worker = readdirSync('worker', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('local'))
    .map((name) => readFileSync(`worker/${name}`, 'utf8'))
    .join('\n');
  const searched = commands.flatMap((command) => /--search "([^"]+)"/.exec(command)?.[1] ?? []);
  expect(searched.length).toBeGreaterThan(2);
  expect(searched.filter((words) => !worker.includes(words))).toEqual([]);
});
