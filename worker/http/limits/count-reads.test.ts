import { afterEach, expect, test, vi } from 'vitest';
import { countRead, READS_IN_A_BLOCK } from './count-reads.ts';

function limitOf(most: number) {
  const asked: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    asked.push(key);
    return { success: asked.filter((each) => each === key).length <= most };
  };
  return { asked, limit };
}

async function countInTurn(binding: RateLimit, { key, times }: { key: string; times: number }): Promise<boolean[]> {
  const results: boolean[] = [];
  for (let at = 0; at < times; at += 1) results.push((await countRead(binding, { key })).success);
  return results;
}

afterEach(() => vi.useRealTimers());

test('a limit of six blocks of ten reads allows exactly sixty reads', async () => {
  const binding = limitOf(6);
  const results = await countInTurn(binding, { key: 'home:visitor', times: 6 * READS_IN_A_BLOCK + 2 });
  expect(results).toEqual([...Array<boolean>(60).fill(true), false, false]);
  expect(binding.asked).toHaveLength(8);
});

test('each key has its own block of reads under each limit', async () => {
  const [one, other] = [limitOf(1), limitOf(1)];
  expect(await countInTurn(one, { key: 'a', times: 11 })).toEqual([...Array<boolean>(10).fill(true), false]);
  expect(await countInTurn(one, { key: 'b', times: 1 })).toEqual([true]);
  expect(await countInTurn(other, { key: 'a', times: 1 })).toEqual([true]);
  expect([one.asked, other.asked]).toEqual([['a', 'a', 'b'], ['a']]);
});

test('unused reads of a block expire after a minute', async () => {
  vi.useFakeTimers();
  const binding = limitOf(6);
  await countInTurn(binding, { key: 'a', times: 2 });
  vi.setSystemTime(Date.now() + 60_000);
  await countInTurn(binding, { key: 'a', times: 1 });
  expect(binding.asked).toEqual(['a', 'a']);
});

test('if reads that arrive together take several blocks, later reads use up these blocks first', async () => {
  const binding = limitOf(6);
  const together = await Promise.all(Array.from({ length: 3 }, () => countRead(binding, { key: 'a' })));
  const later = await countInTurn(binding, { key: 'a', times: 57 });
  expect([...together.map(({ success }) => success), ...later]).toEqual(Array<boolean>(60).fill(true));
  expect(binding.asked).toHaveLength(6);
});

test('past the limit every read is refused, no matter how many arrive together', async () => {
  const binding = limitOf(1);
  await countInTurn(binding, { key: 'a', times: READS_IN_A_BLOCK });
  for (let round = 0; round < 3; round += 1) {
    const together = await Promise.all(Array.from({ length: 50 }, () => countRead(binding, { key: 'a' })));
    expect(together.filter(({ success }) => success)).toEqual([]);
  }
});

test('a limit of sixty reads allows exactly sixty of a hundred reads that arrive together', async () => {
  const binding = limitOf(6);
  const together = await Promise.all(Array.from({ length: 100 }, () => countRead(binding, { key: 'a' })));
  expect(together.filter(({ success }) => success)).toHaveLength(60);
});
