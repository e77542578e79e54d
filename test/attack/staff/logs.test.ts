import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { post } from '../../support/worker/people/auth-client.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';

const lost = async () => {
  throw new Error('D1_ERROR: Network connection lost.');
};

/** A database that cannot be reached. */
function lostDatabase(): Env {
  const statement = { bind: () => statement, all: lost, raw: lost, run: lost, first: lost };
  const down = { prepare: () => statement, batch: lost, withSession: () => down };
  return { ...env, DB: down as unknown as D1Database };
}

test('the log of a failed query names the failure and its cause, and holds no personal data', async () => {
  const secrets = { email: 'private-person@vouch.test', token: '482913' };
  expect((await post('/verify', { type: 'email', ...secrets }, { bindings: lostDatabase() })).status).toBe(503);
  const [line = '', ...more] = meantErrors();
  expect(more).toEqual([]);
  expect(line).toMatch(/Failed query: .+ at .+caused by Error: D1_ERROR: Network connection lost/);
  expect(line).not.toContain(secrets.email);
  expect(line).not.toContain('params');
});
