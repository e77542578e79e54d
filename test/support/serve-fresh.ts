import { cpSync, rmSync } from 'node:fs';
import { startOpenIdProvider } from './openid-provider.ts';
import { FIRST_STATE } from './tested-server.ts';

/** Serves what is built over a copy of the first state, as `npm start` does on a new machine. A local OpenID provider replaces Google. */
const state = process.env['STATE_DIR']!;
rmSync(state, { recursive: true, force: true });
cpSync(FIRST_STATE, state, { recursive: true });
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
process.argv.push('--built');
await import('../../worker/local/start.ts');
