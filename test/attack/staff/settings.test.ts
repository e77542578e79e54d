import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import worker from '../../../worker/index.ts';

const DEPLOYED = {
  SITE_URL: 'https://vouch.example',
  STAFF_SECOND_FACTOR: 'true',
  AUTH_PHONE: 'false',
  MAIL_FROM: 'no-reply@vouch.example',
};

async function ask(address: string, over: Partial<Env>) {
  const context = createExecutionContext();
  const answer = await worker.fetch(new Request(address), { ...env, ...over }, context);
  await waitOnExecutionContext(context);
  return answer;
}

test.each([
  ['SITE_URL', { SITE_URL: 'http://127.0.0.1:8787' }],
  ['SMS_SENDER', { AUTH_PHONE: 'true', SMS_SENDER: 'outbox' }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SECRET: 'secret' }],
  ['TURNSTILE_SECRET', { TURNSTILE_SITE_KEY: 'site' }],
  ['TURNSTILE_URL', { TURNSTILE_URL: 'http://127.0.0.1:9000' }],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:9000' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }],
])(
  'a Worker on a public address refuses every request while %s is wrong, and logs the error once',
  async (name, over) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const path of [
      '/',
      '/api/home',
      '/api/health',
      '/auth/v1/settings',
      '/auth/v1/otp',
      '/functions/v1/ingest-events',
    ]) {
      const answer = await ask(`https://vouch.example${path}`, { ...DEPLOYED, ...over });
      expect([path, answer.status]).toEqual([path, 500]);
      expect(await answer.json()).toMatchObject({
        error: { code: 'server.unexpected', message: expect.stringContaining(name) },
      });
    }
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls[0]![0]).toContain(name);
    logged.mockRestore();
  },
);

test('a correctly configured Worker answers on its public address', async () => {
  expect((await ask('https://vouch.example/api/health', DEPLOYED)).status).toBe(200);
});
