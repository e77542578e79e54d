import { afterEach, expect, test, vi } from 'vitest';
import { log } from './log.ts';
import { underRequest } from './answers/current-request.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a log line has the id of its request, even if background work writes it after the response', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const behind = (id: string) => underRequest(id, () => answered.then(() => log('info', 'sent', { to: id })));
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
