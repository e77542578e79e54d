import { hex } from '@scure/base';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { auditLog, authFactors, authSessions, outbox } from '../../../../drizzle/tables/all-tables.ts';
import type { Role } from '../../../../drizzle/vocabulary.ts';
import { ADMIN_CALLS } from '../../../support/worker/admin-calls.ts';
import { adminObjects } from '../../../support/worker/admin-objects.ts';
import { ask } from '../../../support/worker/admin.ts';
import { db, signedInAs } from '../../../support/worker/people/auth.ts';
import {
  outcome,
  PASSWORD,
  post,
  send,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';

const NEEDED = 'request.staff_second_factor';

beforeEach(() => {
  env.STAFF_SECOND_FACTOR = 'true';
});

/** Signs in a person who has shown a second factor. */
async function proven(role: Role) {
  const person = await signedInAs(role, { session: { aal: 'aal2' } });
  const factor = {
    id: crypto.randomUUID(),
    user_id: person.user.id,
    factor_type: 'totp',
    secret: 'sealed',
    status: 'verified',
  } as const;
  await db.insert(authFactors).values(factor);
  return { ...person, factor };
}

test('an admin who signed in with only a password has no admin rights', async () => {
  const [organizer, admin] = [await signedInAs('organizer'), await signedInAs('admin')];
  const objects = await adminObjects(organizer.user.id);
  for (const [name, attempt] of ADMIN_CALLS.filter(([, , forOrganizer]) => forOrganizer === 403))
    expect([name, (await attempt(objects, admin.headers)).status]).toEqual([name, 403]);
  const refused = await ask('/api/admin/people', { headers: admin.headers });
  expect([refused.status, refused.body]).toMatchObject([403, { error: { code: NEEDED } }]);
  const { body } = await ask('/api/me', { headers: admin.headers });
  expect(body).toMatchObject({ role: 'user', lacks_staff_factor: true });
});

test('an admin who has shown a second factor has the rights of an admin', async () => {
  const [admin, student] = [await proven('admin'), await signedInAs('user')];
  expect((await ask('/api/admin/people', { headers: admin.headers })).status).toBe(200);
  expect((await ask('/api/me', { headers: admin.headers })).body).toMatchObject({ role: 'admin' });
  expect((await ask('/api/me', { headers: student.headers })).body).not.toMatchObject({ lacks_staff_factor: true });
  const { body } = await ask('/api/admin/people', { headers: student.headers });
  expect(body).toMatchObject({ error: { code: 'request.forbidden' } });
});

const path = (id: string) => `/api/admin/people/${id}/second-factor`;

test('only another admin can remove an admin’s only second factor', async () => {
  const [admin, other] = [await proven('admin'), await proven('admin')];
  const own = await send('DELETE', `/factors/${admin.factor.id}`, undefined, { headers: admin.headers });
  expect(await outcome(own)).toEqual([422, 'mfa_verified_factor_exists']);
  const bySelf = await ask(path(admin.user.id), { method: 'DELETE', headers: admin.headers });
  expect([bySelf.status, bySelf.body]).toMatchObject([403, { error: { code: 'people.own_second_factor' } }]);
  expect(await db.$count(authFactors, eq(authFactors.user_id, admin.user.id))).toBe(1);

  expect((await ask(path(admin.user.id), { method: 'DELETE', headers: other.headers })).status).toBe(200);
  expect(await db.$count(authFactors, eq(authFactors.user_id, admin.user.id))).toBe(0);
  expect(await db.$count(authSessions, eq(authSessions.user_id, admin.user.id))).toBe(0);
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, admin.user.email!));
  expect(mails).toHaveLength(1);
  const logged = await db.select().from(auditLog).where(eq(auditLog.action, 'person.second_factor'));
  expect(logged.map(({ actor_id, target_id }) => [actor_id, target_id])).toEqual([[other.user.id, admin.user.id]]);
  const again = await ask(path(admin.user.id), { method: 'DELETE', headers: other.headers });
  expect([again.status, again.body]).toMatchObject([409, { error: { code: 'people.no_second_factor' } }]);
});

test('a student can remove their only second factor', async () => {
  const student = await proven('user');
  const removed = await send('DELETE', `/factors/${student.factor.id}`, undefined, { headers: student.headers });
  expect(removed.status).toBe(200);
});

async function hashOf(password: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)));
  return hex.encode(bytes).toUpperCase();
}

test('a breached password is refused, and the breach service gets only the first five characters of the password’s hash', async () => {
  const hash = await hashOf(PASSWORD);
  const asked: string[] = [];
  const answers = [`${hash.slice(5)}:12\r\n${'0'.repeat(35)}:0`, `${hash.slice(5)}:0`];
  const fake = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return new Response(answers[asked.length - 1]);
  });
  const bindings = withVars({ BREACH_RANGE_URL: 'https://breaches.test/range/' });
  const signUp = (email: string) => post('/signup', { email, password: PASSWORD }, { bindings });
  expect(await outcome(await signUp('breached@vouch.test'))).toEqual([422, 'weak_password']);
  // The second answer lists the hash with a count of zero. Such an entry is padding.
  expect((await signUp('padded@vouch.test')).status).toBe(200);
  expect(asked).toEqual(Array(2).fill(`https://breaches.test/range/${hash.slice(0, 5)}`));
  fake.mockRestore();
});

const never = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('too late')));
  });

test('sign-ups work if the breach service fails or does not answer', async () => {
  const bindings = withVars({ BREACH_RANGE_URL: 'https://breaches.test/range/' });
  const fake = vi.spyOn(globalThis, 'fetch');
  for (const [at, answer] of [
    () => Promise.reject(new TypeError('down')),
    async () => new Response('no', { status: 503 }),
    never,
  ].entries()) {
    fake.mockImplementation(answer);
    const signUp = await post('/signup', { email: `open-${at}@vouch.test`, password: PASSWORD }, { bindings });
    expect([at, signUp.status]).toEqual([at, 200]);
  }
  fake.mockClear();
  await signUpConfirmed('unasked@vouch.test');
  expect(fake).not.toHaveBeenCalled();
  fake.mockRestore();
});
