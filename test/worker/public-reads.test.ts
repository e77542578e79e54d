import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

test('an unknown API path answers 404 JSON, never the page', async () => {
  const answer = await exports.default.fetch('http://vouch.test/api/nothing');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'request.not_found' } });
});
