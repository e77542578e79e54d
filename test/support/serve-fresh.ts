import { cpSync, rmSync } from 'node:fs';
import type { AnsweredStatements, AskedStatements } from './local-rows.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import { FIRST_STATE } from './tested-server.ts';

/**
 * Serves what is built over a copy of the first state, as `npm start` does on a new machine. A local OpenID provider
 * replaces Google.
 */
const state = process.env['STATE_DIR']!;
// A server that outlives its Playwright worker would keep its ports from the next one.
process.once('disconnect', () => process.kill(process.pid));
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

/** A test asks over the channel between its process and this one, which nothing else can reach. */
process.on('message', (asked: AskedStatements) => {
  void answer(asked).then((answered) => process.send?.(answered));
});

// Without its channel nothing asks this server any more. Windows has no signal that would let it close its files.
process.on('disconnect', () => void end(0));
if (!process.connected) await end(0);

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
