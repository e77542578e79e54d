import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clubRow } from '../../../drizzle/seed/rows.ts';
import { clubs } from '../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';

const CLUBS = '/api/admin/clubs';
const clubOf = async (id: string) => (await db.select().from(clubs).where(eq(clubs.id, id)))[0];

test('an admin can create, find, change and remove a club, and the log records each change', async () => {
  const { headers, user } = await signedInAs('admin');
  const json = {
    name: ' Night Owls ',
    ig_handle: '@night.owls',
    website: 'https://owls.test',
    email: '',
    status: 'draft',
  };
  const made = await ask(CLUBS, { headers, json });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Night Owls',
    slug: 'night-owls',
    ig_handle: 'night.owls',
    email: null,
    updated_by: user.id,
  });
  const twin = await ask(CLUBS, { headers, json: { name: 'Night Owls' } });
  expect(twin.body).toMatchObject({ slug: 'night-owls-2', status: 'active' });
  expect((await ask(`${CLUBS}?q=OWLS`, { headers })).body['clubs']).toHaveLength(2);
  const edit = { name: 'Day Owls', updated_at: made.body.updated_at };
  const edited = await ask(`${CLUBS}/${made.body.id}`, { headers, method: 'PATCH', json: edit });
  expect(edited.body).toMatchObject({ name: 'Day Owls', slug: 'night-owls', website: 'https://owls.test' });
  const late = { ...edit, name: 'Late Owls' };
  const stale = await ask(`${CLUBS}/${made.body.id}`, { headers, method: 'PATCH', json: late });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
  expect(stale.body.error.versions).toMatchObject({ theirs: { name: 'Day Owls' }, yours: { name: 'Late Owls' } });
  expect((await clubOf(made.body.id))?.name).toBe('Day Owls');
  const old = await ask(`${CLUBS}/${made.body.id}?updated_at=${made.body.updated_at}`, { headers, method: 'DELETE' });
  expect([old.status, old.body.error.code]).toEqual([409, 'request.stale']);
  expect((await ask(`${CLUBS}/${made.body.id}`, { headers, method: 'DELETE' })).status).toBe(200);
  expect(await clubOf(made.body.id)).toBeUndefined();
  const actions = (await logOf(made.body.id)).map(({ action }) => action);
  expect(actions).toEqual(['club.create', 'club.update', 'club.delete']);
});

test.each([
  [{}, 'name'],
  [{ name: '  ' }, 'name'],
  [{ name: 'Owls', status: 'closed' }, 'status'],
  [{ name: 'Owls', website: 'javascript:alert(1)' }, 'website'],
  [{ name: 'Owls', email: 'nobody' }, 'email'],
])('creating a club from %j is refused with an error on the field %s', async (json, field) => {
  const { headers } = await signedInAs('admin');
  const { status, body } = await ask(CLUBS, { headers, json });
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
});

test('a request to change or remove a club is refused if it does not name the id of the club', async () => {
  const { headers } = await signedInAs('admin');
  const kept = clubRow();
  await db.insert(clubs).values(kept);
  for (const method of ['PATCH', 'DELETE']) {
    const json = { name: 'All', updated_at: kept.updated_at };
    const { status, body } = await ask(CLUBS, { headers, method, json });
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['id']]);
  }
  expect(await clubOf(kept.id)).toEqual(kept);
});
