import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFactors, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { outcome, PASSWORD, post, signIn, signUpConfirmed, withVars } from '../../support/worker/people/auth-client.ts';

const alter = (id: string, values: Partial<typeof authUsers.$inferSelect>) =>
  db.update(authUsers).set(values).where(eq(authUsers.id, id));
const keysOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]))
    : typeof value;

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** One address of every kind. */
async function addresses(): Promise<string[]> {
  const confirmed = await signUpConfirmed('sort-confirmed@vouch.test');
  const banned = await signUpConfirmed('sort-banned@vouch.test');
  await alter(banned.user.id, {
    banned_until: new Date(Date.now() + 60_000),
    recovery_sent_at: new Date(),
    new_phone: '16175550166',
  });
  const factored = await signUpConfirmed('sort-factors@vouch.test');
  await db.insert(authFactors).values({ user_id: factored.user.id, factor_type: 'totp', status: 'verified' });
  const invited = await signedInAs('user', {
    user: { email: 'sort-invited@vouch.test', email_confirmed_at: null, invited_at: new Date() },
  });
  return [confirmed.user.email, banned.user.email, factored.user.email, invited.user.email!, 'sort-fresh@vouch.test'];
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

test('a sign-up reveals nothing about an address: same status, same fields, same values, an id that does not exist', async () => {
  const shapes = new Set<string>();
  const values = new Set<string>();
  for (const email of await addresses()) {
    const ids = await Promise.all(
      ['0', '0'].map(async (gap) => {
        const bindings = withVars({ AUTH_SEND_GAP_S: gap });
        const answer = await post(
          '/signup',
          { email, password: PASSWORD, data: { full_name: 'A student' } },
          { bindings },
        );
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

test('a request for a code gets the same answer for known and unknown addresses, the second time too', async () => {
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

test('a second sign-up within the gap is refused for known and unknown addresses', async () => {
  await signUpConfirmed('gap-known@vouch.test');
  for (const email of ['gap-known@vouch.test', 'gap-fresh@vouch.test']) {
    const first = await post('/signup', { email, password: PASSWORD });
    const second = await post('/signup', { email, password: PASSWORD });
    expect([email, first.status, await outcome(second)]).toEqual([email, 200, [429, 'over_email_send_rate_limit']]);
  }
});

test('an unknown address takes as long as a wrong password', async () => {
  await signUpConfirmed('timing@vouch.test');
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 15; round++) {
    for (const [kind, email] of [
      ['known', 'timing@vouch.test'],
      ['unknown', `timing-${round}@vouch.test`],
    ] as const) {
      const began = performance.now();
      await signIn(email, 'wrong password');
      times[kind].push(performance.now() - began);
    }
  }
  // Without the decoy hash an unknown address takes a tenth of the time.
  expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 2);
}, 30_000);
