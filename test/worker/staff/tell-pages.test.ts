import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { tellPagesOf } from '../../../worker/rooms/tell-pages.ts';

test('telling the open pages of many changed events stays below the limit of a thousand calls per request', async () => {
  const announceListings = vi.fn(async () => undefined);
  const purged = vi.spyOn(caches.default, 'delete').mockResolvedValue(true);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const events = Array.from({ length: 1000 }, (_, at) => ({ id: `night-${at}`, slug: `night-${at}` }));
  await tellPagesOf({ ...env, ROOMS: { getByName: () => ({ announceListings }) } as never }, events);
  expect(announceListings.mock.calls.length).toBeGreaterThanOrEqual(100);
  expect(announceListings.mock.calls.length + purged.mock.calls.length).toBeLessThan(850);
});
