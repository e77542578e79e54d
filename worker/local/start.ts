import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join, relative, resolve } from 'node:path';
import { lockState } from './database/lock-state.db.ts';
import { ensureDevVars } from './settings/dev-vars.ts';
import { isPortFree } from './is-port-free.ts';
import type { LocalPlatform } from './platform.ts';
import { failureOf } from './say-failure.ts';
import { program } from './processes/program.ts';

/** `npm start` builds and serves. With `--dev`, Vite serves the sources. With `--built`, the last build is served. */
const isDev = process.argv.includes('--dev');
const isBuilding = !isDev && !process.argv.includes('--built');
const port = Number(process.env['PORT'] ?? 8787);
const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/state');

if (!(await isPortFree(port))) {
  console.error(`Port ${port} is taken. Stop the program that uses it, or set PORT to another, such as ${port + 10}.`);
  process.exit(1);
}
try {
  // This process keeps the lock until it ends.
  lockState(state, `npm start on port ${port}`);
} catch (error) {
  console.error(failureOf(error));
  process.exit(1);
}
let vite: ChildProcess | undefined;
/** Set by `prepare`. With --dev, unset again before Vite starts. */
export let platform: LocalPlatform | undefined;
let provider: { close: () => Promise<void> } | undefined;
let ending: Promise<never> | undefined;
// Ctrl-C can arrive twice: from the terminal, and forwarded by npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
try {
  ensureDevVars();
  console.info(`Preparing the database in ${relative('.', state)}${isBuilding ? ' and building the app' : ''}`);
  await Promise.all([isBuilding ? build() : undefined, prepare()]);
  await (isDev ? serveSources() : serveBuild());
} catch (error) {
  // If this process is ending, parts that were still starting fail too. That needs no message.
  if (!ending) console.error(failureOf(error));
  await end(1);
}

/** The output of Vite is shown only if the build fails. */
async function build(): Promise<void> {
  vite = spawn(...program('vite', ['build', '--logLevel', 'warn']), { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(vite.stdout!), text(vite.stderr!), once(vite, 'exit')]);
  if (code !== 0) throw new Error(`The build failed.\n${output}${errors}`);
}

function loaded() {
  return Promise.all([
    import('./platform.ts'),
    import('./database/prepare-database.ts'),
    import('./settings/variables.ts'),
    import('./settings/check-settings.ts'),
  ]);
}

/** Wrangler and Miniflare take a second to load, so they load while the app is built. */
async function prepare(): Promise<void> {
  const [{ openPlatform }, { LOCAL_PASSWORD, prepareDatabase }, { localVariables }, { problemsOf }] = await loaded();
  const variables = localVariables(port);
  const problems = await problemsOf(variables, '127.0.0.1');
  if (problems) throw new Error(problems);
  await serveProvider(variables);
  platform = openPlatform(state);
  const applied = await prepareDatabase(await platform.database());
  if (applied > 0) console.info(`Applied ${applied} new migrations`);
  const accounts = ['admin', 'organizer', 'student', 'seller'].map((name) => `${name}@vouch.test`);
  console.info(`Accounts: ${accounts.join(', ')}. Password: ${LOCAL_PASSWORD}`);
}

async function serveProvider(variables: Record<string, string>): Promise<void> {
  const { providerOf } = await import('./settings/variables.ts');
  const { port: own, origin } = providerOf(port);
  if (variables['STRIPE_API_BASE'] !== origin) return;
  if (!(await isPortFree(own)))
    throw new Error(`Port ${own} is taken. The fake payment provider needs it. Set PORT to ${port + 10}, for example.`);
  const { serveFakeProvider } = await import('./fake-provider/serve.ts');
  provider = await serveFakeProvider({
    port: own,
    app: `http://127.0.0.1:${port}`,
    file: join(state, 'fake-provider.json'),
    apiKey: variables['STRIPE_SECRET_KEY'] ?? '',
    secret: variables['STRIPE_WEBHOOK_SECRET'] ?? '',
  });
  console.info(`The fake payment provider is on ${origin}/control`);
}

async function serveBuild(): Promise<void> {
  const { localVariables } = await import('./settings/variables.ts');
  await platform?.serve({ port, variables: localVariables(port) });
  console.info(`Vouch is on http://127.0.0.1:${port}`);
}

/** Vite runs the Worker in its own Miniflare with the same state. */
async function serveSources(): Promise<void> {
  await platform?.close();
  platform = undefined;
  const env = { ...process.env, PORT: String(port), STATE_DIR: state, CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
  const args = ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  vite = spawn(...program('vite', args), { env, stdio: ['ignore', 'inherit', 'inherit'] });
  vite.on('exit', (code) => void end(code ?? 0));
}

export function end(code: number): Promise<never> {
  return (ending ??= closeAll(code));
}

async function closeAll(code: number): Promise<never> {
  if (vite && vite.exitCode === null && vite.signalCode === null) {
    const ended = once(vite, 'exit');
    // Vite closes its server at the first signal and can hang. A second signal ends it.
    vite.kill();
    setInterval(() => vite?.kill(), 2000);
    await ended;
  }
  await platform?.close();
  await provider?.close();
  process.exit(code);
}
