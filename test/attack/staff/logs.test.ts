import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { post } from '../../support/worker/people/auth-client.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';

test('the log of a failed query names the failure and its cause, and holds no personal data', async () => {
  const secrets = { email: 'private-person@vouch.test', token: '482913' };
  const DB = faultyD1(env.DB, () => Promise.reject(d1Error('Network connection lost.')));
  expect((await post('/verify', { type: 'email', ...secrets }, { bindings: { ...env, DB } })).status).toBe(503);
  const [line = '', ...more] = meantErrors();
  expect(more).toEqual([]);
  expect(line).toMatch(/Failed query: .+ at .+caused by Error: D1_ERROR: Network connection lost/);
  expect(line).not.toContain(secrets.email);
  expect(line).not.toContain('params');
});
