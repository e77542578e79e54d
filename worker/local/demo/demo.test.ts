import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localServers } from './client.ts';

test.each(['https://vouch.example', 'http://10.0.0.7:8787', 'http://127.0.0.1.vouch.example'])(
  'a demo never talks to %s',
  (origin) => {
    const local = { app: 'http://127.0.0.1:8787', provider: 'http://127.0.0.1:8788' };
    expect(localServers(local)).toEqual(local);
    expect(() => localServers({ ...local, app: origin })).toThrow('on this machine only');
    expect(() => localServers({ ...local, provider: origin })).toThrow('on this machine only');
  },
);

test.each(['v3', 'letters'])('a demo refuses a state folder with other data and keeps its subfolder %s', (folder) => {
  const state = mkdtempSync(join(tmpdir(), 'vouch-demo-'));
  mkdirSync(join(state, folder));
  writeFileSync(join(state, folder, 'rows'), 'of somebody');
  const env = { ...process.env, STATE_DIR: state, PORT: '0' };
  const { status, stderr } = spawnSync(process.execPath, ['worker/local/demo.ts'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('holds other data');
  expect(readFileSync(join(state, folder, 'rows'), 'utf8')).toBe('of somebody');
  rmSync(state, { recursive: true });
});
