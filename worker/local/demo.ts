import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockState } from './database/lock-state.db.ts';
import { failureOf } from './say-failure.ts';

// `npm run demo -- [--keep] [--built]`. `--keep` keeps the data of the last start. `--built` serves the last build.
const { values } = parseArgs({ options: { keep: { type: 'boolean' }, built: { type: 'boolean' } } });
const port = Number(process.env['PORT'] ?? 8787);
const state = resolve(process.env['STATE_DIR'] ?? '.wrangler/demo');
/** Marks a folder that a demo has made. Only such a folder is deleted. */
const mark = join(state, 'demo');
const filledMark = join(state, 'demo-is-full');
try {
  prepareState();
} catch (error) {
  console.error(failureOf(error));
  process.exit(1);
}

const [{ DEMO_ACCOUNTS }, { providerOf }] = await Promise.all([
  import('./demo/accounts.ts'),
  import('./settings/variables.ts'),
]);
const servers = { app: `http://127.0.0.1:${port}`, provider: providerOf(port).origin };
Object.assign(process.env, {
  STATE_DIR: state,
  DEMO_ACCOUNTS: JSON.stringify(DEMO_ACCOUNTS),
  // A demo never talks to services outside, whatever `.dev.vars` says.
  ENVIRONMENT: 'development',
  SITE_URL: servers.app,
  STRIPE_API_BASE: servers.provider,
  SMS_SENDER: 'outbox',
  ALERT_WEBHOOK: '',
  ALERT_TO: '',
  CRON_PING_URL: '',
  VIEWS_ACCOUNT_ID: '',
  VIEWS_API_TOKEN: '',
});
const { end, platform } = await import('./start.ts');
try {
  await showDemo();
} catch (error) {
  console.error(failureOf(error));
  await end(1);
}

/** Throws if the folder is in use or holds other data. */
function prepareState(): void {
  if (existsSync(state)) {
    if (!existsSync(mark) && readdirSync(state).length > 0)
      throw new Error(`${state} holds other data. Set STATE_DIR to another folder, or unset it.`);
    lockState(state, `npm run demo on port ${port}`).release();
    if (!values.keep) rmSync(state, { recursive: true });
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(mark, '');
}

async function showDemo(): Promise<void> {
  if (existsSync(filledMark)) return sayAccounts();
  console.info(`Filling the demo in ${relative('.', state)}`);
  const [{ fillDemo }, { keepTalking }, { ensureDevVars }] = await Promise.all([
    import('./demo/fill.ts'),
    import('./demo/chat.ts'),
    import('./settings/dev-vars.ts'),
  ]);
  const serviceKey = ensureDevVars()['AUTH_SERVICE_KEY_JWT'] ?? '';
  const { world, events } = await fillDemo(servers, { platform: platform!, serviceKey });
  writeFileSync(filledMark, '');
  keepTalking(world, events.tonight);
  sayAccounts();
}

function sayAccounts(): void {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  for (const { email, sees, path } of DEMO_ACCOUNTS)
    console.info(`${email.padEnd(width)}  ${servers.app}${path}  ${sees}`);
  console.info(`The password of each is ${DEMO_ACCOUNTS[0]!.password}. Banks and cards: ${servers.provider}/control`);
  process.send?.('ready');
}
