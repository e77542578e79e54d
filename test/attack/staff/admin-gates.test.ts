import { env } from 'cloudflare:workers';
import { afterAll, expect, test, vi } from 'vitest';
import worker from '../../../worker/index.ts';
import { ADMIN_CALLS } from '../../support/worker/admin-calls.ts';
import { adminObjects } from '../../support/worker/admin-objects.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { allRows } from '../../support/worker/sweep-world.ts';

/** Returns all rows and the keys of all images as text. Leaves out `traffic`, because every call changes its counts. */
async function everything(): Promise<string> {
  const rows = [...(await allRows())].filter(([at]) => !at.startsWith('traffic '));
  const stored = await env.IMAGES_BUCKET.list();
  return JSON.stringify([rows, stored.objects.map(({ key }) => key)]);
}

async function makeCallers() {
  const [organizer, signedOut, banned] = [
    await signedInAs('organizer'),
    await signedInAs('admin'),
    await signedInAs('admin', { user: { banned_until: new Date(Date.now() + 3_600_000) } }),
  ];
  await env.DB.prepare('delete from auth_sessions where id = ?').bind(signedOut.session.id).run();
  return { organizer, signedOut, banned, user: await signedInAs('user'), admin: await signedInAs('admin') };
}

const callers = makeCallers();

const made = new Set<string>();
const fetched = vi.spyOn(worker, 'fetch');
afterAll(() => fetched.mockRestore());

test.each(ADMIN_CALLS)(
  '%s gives each role the right answer, and a refused call changes nothing',
  async (_name, attempt, organizer, admin) => {
    const who = await callers;
    const cells: [string, Record<string, string>, number][] = [
      ['anonymous', {}, 401],
      ['a forged token', { Authorization: 'Bearer forged.token.here' }, 401],
      ['the service key', { Authorization: `Bearer ${env.AUTH_SERVICE_KEY_JWT}` }, 401],
      ['a signed-out session', who.signedOut.headers, 401],
      ['a banned admin', who.banned.headers, 401],
      ['a user', who.user.headers, 403],
      ['an organizer', who.organizer.headers, organizer],
      ['an admin', who.admin.headers, admin],
    ];
    // The refused calls all use the same objects. Each granted call has its own objects.
    const [refused, granted] = [
      cells.filter(([, , status]) => status >= 400),
      cells.filter(([, , status]) => status < 400),
    ];
    const objects = await adminObjects(who.organizer.user.id);
    const before = await everything();
    for (const [caller, headers, expected] of refused)
      expect([caller, (await attempt(objects, headers)).status]).toEqual([caller, expected]);
    expect(await everything()).toBe(before);
    for (const [caller, headers, expected] of granted) {
      const { status } = await attempt(await adminObjects(who.organizer.user.id), headers);
      expect([caller, status]).toEqual([caller, expected]);
    }
    for (const [{ method, url }] of fetched.mock.calls) made.add(`${method.toLowerCase()} ${new URL(url).pathname}`);
  },
);

test('the role tests of this file call every route of the admin area', async () => {
  const { body } = await ask('/api/openapi.json');
  const described = Object.entries(body['paths'] as Record<string, object>)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(described.length).toBeGreaterThan(80);
  const uncalled = described.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return ![...made].some((call) => pattern.test(call));
  });
  expect(uncalled).toEqual([]);
});
