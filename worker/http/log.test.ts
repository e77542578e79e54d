import { afterEach, expect, test, vi } from 'vitest';
import { log } from './log.ts';
import { underRequestId } from './answers/request-id.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a line of the log names the request that it is about, also from work that goes on behind the answer', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const behind = (id: string) => underRequestId(id, () => answered.then(() => log('info', 'sent', { to: id })));
  const work = [behind('first'), behind('second')];
  log('info', 'of the cron');
  resolve();
  await Promise.all(work);
  expect(info.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual([
    { level: 'info', message: 'of the cron' },
    { level: 'info', message: 'sent', request_id: 'first', to: 'first' },
    { level: 'info', message: 'sent', request_id: 'second', to: 'second' },
  ]);
});
