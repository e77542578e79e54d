import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { anEvent } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { call, withVars } from '../../support/worker/people/auth-client.ts';

const ask = (url: string, { headers = {}, open = false }: { headers?: Record<string, string>; open?: boolean } = {}) =>
  call(url, { headers }, withVars({ DEBUG_PAGES: open ? 'open' : 'admin' }));

const PATHS = ['/api/debug/events', '/api/debug/env'];

test('the debug pages are for admins only', async () => {
  const admin = await signedInAs('admin');
  const organizer = await signedInAs('organizer');
  for (const path of PATHS) {
    expect((await ask(`http://vouch.test${path}`)).status).toBe(401);
    expect((await ask(`http://vouch.test${path}`, { headers: organizer.headers })).status).toBe(403);
    const answer = await ask(`http://vouch.test${path}`, { headers: admin.headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
});

test('DEBUG_PAGES=open opens the debug pages without a sign-in, but only at a local address', async () => {
  for (const path of PATHS) {
    expect((await ask(`http://127.0.0.1:8787${path}`, { open: true })).status).toBe(200);
    expect((await ask(`http://localhost:8787${path}`, { open: true })).status).toBe(200);
    expect((await ask(`http://vouch.test${path}`, { open: true })).status).toBe(401);
    expect((await ask(`http://127.0.0.1.vouch.test${path}`, { open: true })).status).toBe(401);
    expect((await ask(`http://127.0.0.1:8787${path}`)).status).toBe(401);
  }
});

test('the debug page about events lists at most 10 published events, ordered by start', async () => {
  const rows = [];
  for (let at = 0; at < 12; at += 1)
    rows.push(await anEvent({ is_published: at !== 0, start_at: new Date(Date.UTC(2020, 0, 1 + at)) }));
  const { events: listed, took_ms } = await (
    await ask('http://127.0.0.1/api/debug/events', { open: true })
  ).json<{ events: { id: string; venue_name: string }[]; took_ms: number }>();
  expect(listed.map(({ id }) => id)).toEqual(rows.slice(1, 11).map(({ id }) => id));
  expect(listed[0]!.venue_name).toBe(`Room ${rows[1]!.venue_id}`);
  expect(took_ms).toBeGreaterThanOrEqual(0);
});

test('the environment page masks the keys and shows no secret', async () => {
  const answer = await ask('http://127.0.0.1/api/debug/env', { open: true });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    backend_address: new URL('/auth/v1', env.SITE_URL).href,
    keys: [
      {
        kid: 'test-es256',
        alg: 'ES256',
        crv: 'P-256',
        signs: true,
        numbers: [{ name: 'x', masked: 'PJKY…HlzU' }, { name: 'y' }],
      },
      { kid: 'test-rs256', alg: 'RS256', signs: false },
    ],
  });
  const { keys } = JSON.parse(env.AUTH_JWT_KEYS) as { keys: Record<string, string>[] };
  for (const secret of [keys[0]!['d']!, keys[0]!['x']!, keys[1]!['n']!, env.AUTH_PEPPER, env.AUTH_SERVICE_KEY_JWT])
    expect(text).not.toContain(secret);
});
