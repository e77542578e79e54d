import { expect, test } from 'vitest';
import { refusalOf, requestOf } from './api.ts';

const ID = '0b0e9f0a-6f0f-4a55-8f5c-0d6f1c1f2a3b';
const refused = (status: number, message: string) =>
  Response.json({ error: { code: 'server.unexpected', message, request_id: ID } }, { status });

test('the message of a failure on our side ends with the id of its request', async () => {
  const failed = await refusalOf(refused(503, 'We could not keep the file just now.'));
  expect(failed.message).toBe(`We could not keep the file just now. Request id: ${ID}.`);
  expect(requestOf(failed)).toBe(` Request id: ${ID}.`);
});

test('a failure without a readable body is named by its header, and one without an id by nothing', async () => {
  const broken = 'Something broke on our side. Please try again.';
  const headers = { 'X-Request-Id': ID };
  expect((await refusalOf(new Response('<html>', { status: 502, headers }))).message).toBe(
    `${broken} Request id: ${ID}.`,
  );
  expect((await refusalOf(new Response('<html>', { status: 502 }))).message).toBe(broken);
});

test('a refusal is explained by its own sentence alone', async () => {
  const refusal = await refusalOf(refused(409, 'This night is over.'));
  expect([refusal.message, requestOf(refusal), requestOf(new Error('other'))]).toEqual(['This night is over.', '', '']);
});
