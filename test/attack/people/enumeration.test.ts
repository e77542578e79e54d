import Argon2 from '@phi-ag/argon2';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { browser } from '../../support/worker/people/browser.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { outcome, PASSWORD, post, signIn, signUpConfirmed, withVars } from '../../support/worker/people/auth-client.ts';

const alter = (id: string, values: Partial<typeof authUsers.$inferSelect>) =>
  db.update(authUsers).set(values).where(eq(authUsers.id, id));
const keysOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]))
    : typeof value;

async function addresses(): Promise<string[]> {
  const confirmed = await signUpConfirmed('sort-confirmed@vouch.test');
  const banned = await signUpConfirmed('sort-banned@vouch.test');
  const sent = { banned_until: new Date(Date.now() + 60_000), recovery_sent_at: new Date() };
  await alter(banned.user.id, { ...sent, new_phone: '16175550166' });
  const factored = await signUpConfirmed('sort-factors@vouch.test');
  await db.insert(authFactors).values({ user_id: factored.user.id, factor_type: 'totp', status: 'verified' });
  const waiting = { email: 'sort-invited@vouch.test', email_confirmed_at: null, invited_at: new Date() };
  const invited = await signedInAs('user', { user: waiting });
  return [confirmed.user.email, banned.user.email, factored.user.email, invited.user.email!, 'sort-fresh@vouch.test'];
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

test('a sign-up gets the same answer for every address, apart from the address, a random id and the times', async () => {
  const shapes = new Set<string>();
  const values = new Set<string>();
  for (const email of await addresses()) {
    const ids = await Promise.all(
      ['0', '0'].map(async (gap) => {
        const bindings = withVars({ AUTH_SEND_GAP_S: gap });
        const body = { email, password: PASSWORD, data: { full_name: 'A student' } };
        const answer = await post('/signup', body, { bindings });
        expect([email, answer.status]).toEqual([email, 200]);
        const user = await answer.json<{ id: string }>();
        shapes.add(JSON.stringify(keysOf(user)));
        values.add(
          JSON.stringify(user)
            .replaceAll(email, 'EMAIL')
            .replaceAll(/[\da-f]{8}(-[\da-f]{4,12}){4}/g, 'ID')
            .replaceAll(INSTANT, 'INSTANT'),
        );
        return user.id;
      }),
    );
    expect(ids[0]).not.toBe(ids[1]);
  }
  expect([...shapes]).toHaveLength(1);
  expect([...values]).toHaveLength(1);
});

test('a sign-up or a request for a code leaves the same cookies for known and unknown addresses', async () => {
  await signUpConfirmed('cookie-known@vouch.test');
  const cookies = new Map<string, string[]>();
  for (const path of ['/signup', '/otp'])
    for (const email of ['cookie-known@vouch.test', 'cookie-fresh@vouch.test']) {
      const page = browser(withVars({ AUTH_SEND_GAP_S: '0' }));
      const answer = await page.send(path, { email, password: PASSWORD });
      expect([path, email, answer.status]).toEqual([path, email, 200]);
      cookies.set(`${path} ${email}`, [...page.cookies.keys()].toSorted());
    }
  expect(cookies.get('/signup cookie-known@vouch.test')).toContain('vouch-sign-up');
  expect(new Set([...cookies.values()].map(String)).size).toBe(1);
});

test('the owner of an address gets a mail when somebody signs up with it, and the sign-up changes nothing', async () => {
  const { user } = await signUpConfirmed('owner-known@vouch.test');
  const before = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  const answer = await post('/signup', { email: 'owner-known@vouch.test', password: 'another long one' });
  expect(answer.status).toBe(200);
  const [mail, ...others] = await mailsTo('owner-known@vouch.test');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'You already have a Vouch account', code: '' });
  expect(mail!.link).toBe(new URL('/auth', env.SITE_URL).href);
  expect(await db.select().from(authUsers).where(eq(authUsers.id, user.id))).toEqual(before);
});

test('a banned person gets no mail when somebody signs up with the banned person’s address', async () => {
  const { user } = await signUpConfirmed('owner-banned@vouch.test');
  await alter(user.id, { banned_until: new Date(Date.now() + 60_000) });
  expect((await post('/signup', { email: 'owner-banned@vouch.test', password: PASSWORD })).status).toBe(200);
  expect(await mailsTo('owner-banned@vouch.test')).toEqual([]);
});

test('known and unknown addresses get the same answers to a first and to a second request for a code', async () => {
  await signUpConfirmed('alike@vouch.test');
  for (const path of ['/recover', '/resend']) {
    const ask = () =>
      Promise.all(
        ['alike@vouch.test', 'alike-unknown@vouch.test'].map((email) => post(path, { email, type: 'email_change' })),
      );
    const [first, second] = [await ask(), await ask()];
    expect([path, ...first.map((answer) => answer.status)]).toEqual([path, 200, 200]);
    expect(await Promise.all(first.map((answer) => answer.text()))).toEqual(['{}', '{}']);
    expect([path, ...second.map((answer) => answer.status)]).toEqual([path, 429, 429]);
  }
});

test('a second sign-up within the minimum gap between mails is refused for known and unknown addresses', async () => {
  await signUpConfirmed('gap-known@vouch.test');
  for (const email of ['gap-known@vouch.test', 'gap-fresh@vouch.test']) {
    const first = await post('/signup', { email, password: PASSWORD });
    const second = await post('/signup', { email, password: PASSWORD });
    expect([email, first.status, await outcome(second)]).toEqual([email, 200, [429, 'over_email_send_rate_limit']]);
  }
});

const costOf = (hash: string) => hash.split('$').map((part, at) => (at < 4 ? part : part.length));

test('a sign-in with a wrong password runs the same hash check for known and unknown addresses', async () => {
  await signUpConfirmed('timing@vouch.test');
  const check = vi.spyOn(Argon2.prototype, 'tryVerify');
  for (const email of ['timing@vouch.test', 'timing-unknown@vouch.test']) await signIn(email, 'wrong password');
  const [known, unknown, ...others] = check.mock.calls.map(([hash, password, type], at) => ({
    cost: costOf(hash),
    password,
    type,
    answer: check.mock.results[at]!.value as unknown,
  }));
  check.mockRestore();
  expect(known).toMatchObject({ password: 'wrong password', answer: { success: false } });
  expect([unknown, ...others]).toEqual([known]);
});
