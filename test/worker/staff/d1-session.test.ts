import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { anEvent } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { call } from '../../support/worker/people/auth-client.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

/** Calls the Worker. Returns the answer, and the bookmark or constraint with which each database session began. */
async function ask(path: string, init: RequestInit = {}) {
  const begun: (string | undefined)[] = [];
  const DB = new Proxy(env.DB, {
    get: (db, name) =>
      name === 'withSession'
        ? (constraint?: string) => {
            begun.push(constraint);
            return db.withSession(constraint);
          }
        : (Reflect.get(db, name) as () => unknown).bind(db),
  });
  const answer = await call(`http://vouch.test${path}`, init, { ...env, DB });
  return { answer, text: await answer.text(), begun };
}

async function change(event: { id: string; updated_at: Date }, title: string) {
  const { headers } = await signedInAs('admin');
  const written = await ask(`/api/admin/events/${event.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, updated_at: event.updated_at }),
  });
  const cookie = written.answer.headers.getSetCookie().find((line) => line.startsWith('vouch-bookmark='));
  return { ...written, cookie: cookie ?? '', Cookie: cookie?.split(';')[0] ?? '' };
}

test('a public read may be answered by a replica', async () => {
  const event = await anEvent();
  expect((await ask(`/api/events/${event.slug}`)).begun).toEqual(['first-unconstrained']);
  expect((await ask('/api/events?q=anything')).begun).toEqual(['first-unconstrained']);
});

test('a write uses a session on the primary database, and a read of private data uses no database session', async () => {
  const event = await anEvent();
  const { answer, begun } = await change(event, 'Changed Title');
  expect([answer.status, begun]).toEqual([200, ['first-primary']]);
  const { headers } = await signedInAs('user');
  expect((await ask('/api/me', { headers })).begun).toEqual([]);
});

test('after a write, reads by the same browser bypass the caches and use the bookmark of the write', async () => {
  const event = await anEvent({ title: 'First Title' });
  const { Cookie, cookie } = await change(event, 'Second Title');
  expect(cookie).toMatch(/Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  await ask(`/api/events/${event.slug}`);
  const own = await ask(`/api/events/${event.slug}`, { headers: { Cookie } });
  expect(own.begun).toEqual([decodeURIComponent(Cookie).split('=')[1]!.split('.')[0]]);
  expect([own.answer.headers.get('X-Cache'), own.text]).toEqual(['MISS', expect.stringContaining('Second Title')]);
  const others = await ask(`/api/events/${event.slug}`);
  expect([others.answer.headers.get('X-Cache'), others.begun]).toEqual(['HIT', []]);
});

test('only a write that changes a public page sets the cookie with the bookmark', async () => {
  await launch('sell', true);
  const event = await anEvent();
  const { headers } = await reseller();
  const written = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
  const listing = JSON.stringify({ event_id: event.id, quantity: 1, ask_price: 25 });
  const listed = await ask('/api/listings', { method: 'POST', headers: written, body: listing });
  expect(listed.answer.status).toBe(201);
  expect(listed.answer.headers.get('Set-Cookie')).toContain('vouch-bookmark=');
  const saved = await ask(`/api/my/saved-events/${event.id}`, { method: 'PUT', headers });
  expect(saved.begun).toEqual(['first-primary']);
  expect(saved.answer.headers.get('Set-Cookie') ?? '').not.toContain('vouch-bookmark=');
});

test('a bookmark that this server did not write is ignored', async () => {
  const event = await anEvent();
  const forged = await ask(`/api/events/${event.slug}`, { headers: { Cookie: 'vouch-bookmark=ffffffff.1.00' } });
  expect(forged.begun).toEqual(['first-unconstrained']);
});
