import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class FakeReader extends EventTarget {
  static made: FakeReader[] = [];
  asked: unknown[] = [];
  isEnded = false;
  constructor() {
    super();
    FakeReader.made.push(this);
  }
  postMessage = (question: unknown) => void this.asked.push(question);
  terminate = () => void (this.isEnded = true);
  answer = (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data }));
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  FakeReader.made = [];
  vi.stubGlobal('Worker', FakeReader);
  vi.stubGlobal('location', new URL('https://vouch.test/my-tickets'));
  vi.stubGlobal('ImageBitmap', EventTarget);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = () => import('./code-reader.ts');
const file = new Blob(['%PDF-']);

test('a file of more than 8 MB is refused before the code reader is started', async () => {
  const { findTickets } = await load();
  expect(await findTickets(new Blob([new Uint8Array(30 * 1024 * 1024)]))).toEqual({
    refusal: 'This file is larger than 8 MB. Take a screenshot of the ticket and use that.',
  });
  expect(FakeReader.made).toEqual([]);
});

test('a code reader that does not answer within 20 seconds is stopped, and a new one reads the next file', async () => {
  const { findTickets, openTicket } = await load();
  const [slow, next] = [findTickets(file), openTicket(file)];
  await vi.advanceTimersByTimeAsync(19_999);
  expect(FakeReader.made.map(({ isEnded, asked }) => [isEnded, asked.length])).toEqual([[false, 1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toEqual({
    refusal: 'This file took too long to read. Take a screenshot of the ticket and use that.',
  });
  expect(FakeReader.made.map(({ isEnded, asked }) => [isEnded, asked.length])).toEqual([
    [true, 1],
    [false, 1],
  ]);
  FakeReader.made[1]!.answer({ pages: [], codes: [], isRedrawn: false });
  expect(await next).toEqual({ pages: [], codes: [], isRedrawn: false });
});

test('if the code reader does not load, files are refused and camera frames have no codes', async () => {
  const { findTickets, readFrame } = await load();
  const [read, frame] = [findTickets(file), readFrame({ width: 1 } as ImageData)];
  await vi.advanceTimersByTimeAsync(0);
  FakeReader.made[0]!.dispatchEvent(new Event('error'));
  expect(await read).toEqual({ refusal: 'The code reader didn’t load. Check your connection and try again.' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await frame).toEqual([]);
});
