import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../worker/contract/error-codes.ts';

test('the OpenAPI document is generated from the schemas and includes the error answers', async () => {
  const answer = await exports.default.fetch('http://vouch.test/api/openapi.json');
  const described = await answer.json<{ paths: Record<string, Record<string, unknown>> }>();
  expect(described.paths['/api/waitlist']!['post']).toMatchObject({
    requestBody: {
      content: { 'application/json': { schema: { required: ['name', 'email', 'phone', 'instagram', 'school'] } } },
    },
    responses: { default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } } },
  });
  expect(Object.keys(described.paths)).toEqual(
    expect.arrayContaining(['/api/home', '/api/events', '/api/events/{slug}', '/api/venues']),
  );
});

test('each error code is listed once, so that a code has one meaning', () => {
  expect(ERROR_CODES.filter((code, at) => ERROR_CODES.indexOf(code) !== at)).toEqual([]);
});
