import { rmSync } from 'node:fs';
import { startOpenIdProvider } from './openid-provider.ts';
import { addRunOutHold } from './run-out-hold.ts';

/** Serves the production build over an empty state folder, as `npm start` does on a new machine. A local OpenID provider replaces Google. */
process.env['STATE_DIR'] = '.artifacts/e2e-state';
rmSync(process.env['STATE_DIR'], { recursive: true, force: true });
await addRunOutHold(process.env['STATE_DIR']);
const { env } = await startOpenIdProvider({
  port: 0,
  siteUrl: `http://127.0.0.1:${process.env['PORT']}`,
  accounts: ['admin', 'student', 'stranger', 'traveller'].map((name) => ({
    sub: `google-${name}`,
    email: `${name}@vouch.test`,
    email_verified: true,
    name: `The ${name}`,
  })),
});
Object.assign(process.env, env);
await import('../../worker/local/start.ts');
