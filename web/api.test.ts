import { expect, test } from 'vitest';
import { refusalOf, requestOf } from './api.ts';

const ID = '0b0e9f0a-6f0f-4a55-8f5c-0d6f1c1f2a3b';
const refused = (status: number, message: string) =>
  Response.json({ error: { code: 'server.unexpected', message, request_id: ID } }, { status });

test('the message of a server failure ends with its request id', async () => {
  const failed = await refusalOf(refused(503, 'We could not keep the file just now.'));
  expect(failed.message).toBe(`We could not keep the file just now. Request id: ${ID}.`);
  expect(requestOf(failed)).toBe(` Request id: ${ID}.`);
});

test('a failure without a readable body takes its request id from the X-Request-Id header, if there is one', async () => {
  const broken = 'Something broke on our side. Please try again.';
  const headers = { 'X-Request-Id': ID };
  expect((await refusalOf(new Response('<html>', { status: 502, headers }))).message).toBe(
    `${broken} Request id: ${ID}.`,
  );
  expect((await refusalOf(new Response('<html>', { status: 502 }))).message).toBe(broken);
});

test('the message of a refusal is its sentence alone, without a request id', async () => {
  const refusal = await refusalOf(refused(409, 'This night is over.'));
  expect([refusal.message, requestOf(refusal), requestOf(new Error('other'))]).toEqual(['This night is over.', '', '']);
});
