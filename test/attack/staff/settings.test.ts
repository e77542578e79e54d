import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { BROKEN_SETTINGS, DEPLOYED } from '../../support/deployed-settings.ts';
import { call } from '../../support/worker/people/auth-client.ts';

const ask = (path: string, over: Record<string, string>) =>
  call(`https://vouch.example${path}`, {}, { ...env, ...over });

const logged = new Set<string>();

test.each(BROKEN_SETTINGS)(
  'a Worker on a public address refuses every request while the setting %s is wrong (%s)',
  async (name, _, over, mend) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let sentence = '';
    for (const path of ['/', '/api/health', '/auth/v1/settings', '/functions/v1/ingest-events']) {
      const answer = await ask(path, { ...DEPLOYED, ...over });
      expect([path, answer.status]).toEqual([path, 500]);
      const { error } = await answer.json<{ error: { code: string; message: string } }>();
      expect(error.code).toBe('server.unexpected');
      expect(error.message).toContain(`${name} `);
      expect(error.message).toMatch(mend);
      sentence = error.message;
    }
    const lines = log.mock.calls.map(([line]) => String(line));
    // Two mistakes can have the same error message. The Worker logs each message only once.
    expect(lines.length).toBe(logged.has(sentence) ? 0 : 1);
    expect(lines.every((line) => line.includes(name))).toBe(true);
    logged.add(sentence);
    log.mockRestore();
  },
);

test('a correctly configured Worker answers on its public address', async () => {
  expect((await ask('/api/health', DEPLOYED)).status).toBe(200);
});
