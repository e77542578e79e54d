import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

test('each database call of the platform opens its own connection', async () => {
  const state = mkdtempSync(join(tmpdir(), 'vouch-platform-'));
  const platform = openPlatform(state);
  const database = await platform.database();
  /** For each call, the ports to which connections were opened. Other code in this process may open connections too. */
  const opened: Set<string>[] = [];
  const note = (message: unknown) =>
    void opened.at(-1)!.add((message as { connectParams: { port: string } }).connectParams.port);
  subscribe('undici:client:connected', note);
  for (let call = 0; call < 3; call += 1) {
    opened.push(new Set());
    await database.batch([database.prepare('select 1')]);
  }
  unsubscribe('undici:client:connected', note);
  await platform.close();
  rmSync(state, { recursive: true });
  expect([...opened[0]!].filter((port) => opened.every((ports) => ports.has(port)))).toHaveLength(1);
});
