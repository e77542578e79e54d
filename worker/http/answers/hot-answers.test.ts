import { expect, test } from 'vitest';
import { forgetHot, hotAnswer, keepHot, purgesSoFar } from './hot-answers.ts';

const MEGABYTE = 1_048_576;

const requestOf = (path: string) => new Request(`https://vouch.test${path}`);

function answerOf(bytes: number, headers: Record<string, string> = {}): Response {
  return new Response(new Uint8Array(bytes), { headers: { 'X-Cache': 'HIT', ...headers } });
}

test('all responses in memory together take at most 4 MB, and the newest ones stay', async () => {
  const paths = Array.from({ length: 40 }, (_, at) => `/large/${at}`);
  for (const path of paths)
    await keepHot(requestOf(path), { answer: answerOf(MEGABYTE / 4), purgesBefore: purgesSoFar() });
  expect(paths.filter((path) => hotAnswer(requestOf(path)) !== null)).toEqual(paths.slice(-16));
  for (const path of paths) forgetHot(requestOf(path).url);
});

test('a replaced or purged response no longer counts toward the memory limit', async () => {
  for (let round = 0; round < 40; round += 1) {
    await keepHot(requestOf('/same'), { answer: answerOf(MEGABYTE / 4), purgesBefore: purgesSoFar() });
    if (round % 2 === 0) forgetHot(requestOf('/same').url);
    forgetHot(requestOf('/never-kept').url);
  }
  await keepHot(requestOf('/other'), { answer: answerOf(10), purgesBefore: purgesSoFar() });
  expect(hotAnswer(requestOf('/same'))).not.toBeNull();
  expect(hotAnswer(requestOf('/other'))).not.toBeNull();
});

test('a response whose declared length is too large to keep is passed on without being read', async () => {
  const answer = answerOf(MEGABYTE, { 'Content-Length': String(MEGABYTE) });
  const passed = await keepHot(requestOf('/sitemap.xml'), { answer, purgesBefore: purgesSoFar() });
  expect(passed).toBe(answer);
  expect(passed.bodyUsed).toBe(false);
});
