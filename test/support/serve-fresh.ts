import { cpSync, rmSync } from 'node:fs';
import type { AnsweredStatements, AskedStatements } from './local-rows.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import { FIRST_STATE } from './tested-server.ts';

/** Serves the build with a copy of `FIRST_STATE`. A local OpenID provider replaces Google. */
const state = process.env['STATE_DIR']!;
// If the server outlived its Playwright worker, it would block the ports of the next server.
const endAtOnce = () => process.kill(process.pid);
process.once('disconnect', endAtOnce);
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
const { end, platform } = await import('../../worker/local/start.ts');

/** Runs the SQL in a message. Only the Playwright worker that started this process can send messages to it. */
process.on('message', (asked: AskedStatements) => {
  void answer(asked).then((answered) => process.send?.(answered));
});

// The server ends when the channel closes, because on Windows no signal could end it.
process.off('disconnect', endAtOnce);
process.on('disconnect', () => void end(0));
if (!process.connected) await end(0);
process.send?.('ready');

async function answer({ id, statements }: AskedStatements): Promise<AnsweredStatements> {
  try {
    const database = await platform!.database();
    const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
    const answers = await database.batch<Record<string, unknown>>(prepared);
    return { id, rows: answers.map(({ results }) => results) };
  } catch (error) {
    return { id, error: `${statements.map(({ sql }) => sql).join('; ')}: ${String(error)}` };
  }
}
