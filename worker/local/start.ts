import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { resolve } from 'node:path';
import { ensureDevVars } from './dev-vars.ts';
import { seedLocal } from './seed-local.ts';

const port = Number(process.env['PORT'] ?? 8787);
const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/state');
const isDev = process.argv.includes('--dev');
const env = {
  ...process.env,
  CI: '1',
  STATE_DIR: state,
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

if (!(await isFree(port))) {
  console.error(`Port ${port} is taken. End what listens there, or start with another one: PORT=8788 npm start`);
  process.exit(1);
}
const secrets = ensureDevVars();
if (!isDev) run('vite', ['build', '--logLevel', 'warn']);
run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state]);
await seedLocal(`${state}/v3`);
serve();
if (!isDev) await sayWhenReady();

function run(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    console.error(`${command} ${args.join(' ')} failed.\n${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`);
    process.exit(1);
  }
}

/**
 * Every variable of wrangler.toml and every secret that the environment names anew, and the variables (no secrets) of `.dev.vars`: of
 * that file wrangler itself reads the required secrets only.
 */
function overrides(): string[] {
  const vars = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^([A-Z][A-Z0-9_]+) = /gm)].map(([, name]) => name!);
  const local = Object.fromEntries(Object.entries(secrets).filter(([name]) => vars.includes(name)));
  const given: Record<string, string | undefined> = { SITE_URL: `http://127.0.0.1:${port}`, ...local, ...process.env };
  const changed = new Set([...vars, ...Object.keys(secrets)].filter((name) => name in given));
  return [...changed].flatMap((name) => ['--var', `${name}:${given[name]}`]);
}

function serve(): void {
  const args = isDev
    ? ['vite', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
    : [
        'wrangler',
        'dev',
        '-c',
        'dist/vouch/wrangler.json',
        '--ip',
        '127.0.0.1',
        '--port',
        String(port),
        '--persist-to',
        state,
        '--log-level',
        'warn',
        ...overrides(),
      ];
  const server = spawn(args[0]!, args.slice(1), { env, stdio: ['ignore', 'inherit', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 0));
}

async function sayWhenReady(): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) await setTimeout(100);
  console.log(`Vouch is on ${url}`);
}

function isFree(wanted: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .once('listening', () => probe.close(() => done(true)))
      .listen(wanted, '127.0.0.1');
  });
}
