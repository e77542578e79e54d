import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

test('no call of the platform reuses a connection that the runtime may be closing', async () => {
  const state = mkdtempSync(join(tmpdir(), 'vouch-platform-'));
  const platform = openPlatform(state);
  const database = await platform.database();
  // Other tests of this process may open connections meanwhile, to other ports.
  const connections = new Map<string, number>();
  const count = (message: unknown) => {
    const { port } = (message as { connectParams: { port: string } }).connectParams;
    connections.set(port, (connections.get(port) ?? 0) + 1);
  };
  subscribe('undici:client:connected', count);
  for (let call = 0; call < 3; call += 1) await database.batch([database.prepare('select 1')]);
  unsubscribe('undici:client:connected', count);
  await platform.close();
  rmSync(state, { recursive: true });
  expect(Math.max(...connections.values())).toBeGreaterThanOrEqual(3);
});
