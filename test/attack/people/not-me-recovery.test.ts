import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFactors, authIdentities, authSessions, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  call,
  outcome,
  post,
  send,
  signIn,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../support/worker/people/auth-client.ts';
import { arrival, browser } from '../../support/worker/people/browser.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';

const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const userOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));
const noticesTo = async (address: string) => (await mailsTo(address)).filter(({ link }) => link.includes('/not-me?'));
const noticeTo = async (address: string) => (await noticesTo(address))[0]!.link;
const press = (link: string) => browser().press(link, {}, undefined, '/not-me');
const verifiedFactor = (user_id: string, name: string, created_at = new Date()) =>
  ({
    id: crypto.randomUUID(),
    user_id,
    factor_type: 'totp',
    status: 'verified',
    friendly_name: name,
    created_at,
  }) as const;

interface Recent {
  added: { id: string; kind: string }[];
}

/**
 * An account with a factor, a Google identity and a phone from an hour ago, whose password a thief has changed since.
 * `opened` recovers it and returns the owner's headers.
 */
async function recoveredAccount(email: string) {
  const thief = await signUpConfirmed(email);
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers: thief.headers })).status).toBe(200);
  const created_at = new Date(Date.now() - 3_600_000);
  const factor = verifiedFactor(thief.user.id, 'an hour old', created_at);
  const identity = {
    id: crypto.randomUUID(),
    user_id: thief.user.id,
    provider: 'google',
    provider_id: `thief of ${email}`,
    created_at,
  };
  const phone = {
    phone: `1617555${String(Math.abs(email.length * 37) % 10_000).padStart(4, '0')}`,
    phone_confirmed_at: created_at,
  };
  await db.batch([
    db.insert(authFactors).values(factor),
    db.insert(authIdentities).values(identity),
    db.update(authUsers).set(phone).where(eq(authUsers.id, thief.user.id)),
  ]);
  const link = await noticeTo(email);
  const opened = async () => ({ Authorization: `Bearer ${arrival(await press(link))['access_token']}` });
  return { user: thief.user, factor, identity, opened };
}

test('recovery lists what was added in the last 30 days, and the new password removes what the owner does not keep', async () => {
  const email = 'listed@vouch.test';
  const { user, factor, identity, opened } = await recoveredAccount(email);
  const old = {
    id: crypto.randomUUID(),
    user_id: user.id,
    provider: 'google',
    provider_id: 'old',
    created_at: new Date(Date.now() - 31 * 86_400_000),
  };
  await db.insert(authIdentities).values(old);
  const headers = await opened();
  const { added } = await (await call('/recovery', { headers })).json<Recent>();
  expect(new Set(added.map(({ kind }) => kind))).toEqual(new Set(['factor', 'identity', 'phone']));
  expect(new Set(added.map(({ id }) => id))).toEqual(new Set([factor.id, identity.id, 'phone']));
  expect((await post('/recovery', { password: 'short', keep: [] }, { headers })).status).toBe(422);
  // From here on the session has shown its second factor.
  await db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.user_id, user.id));
  expect((await post('/recovery', { password: 'of the owner', keep: [] }, { headers })).status).toBe(200);
  expect(await factorsOf(user.id)).toEqual([]);
  const left = await db.select().from(authIdentities).where(eq(authIdentities.user_id, user.id));
  expect(new Set(left.map(({ id, provider }) => (provider === 'email' ? 'email' : id)))).toEqual(
    new Set(['email', old.id]),
  );
  expect(await userOf(user.id)).toMatchObject({ phone: null, phone_confirmed_at: null, email });
  expect((await signIn(email, 'of the owner')).status).toBe(200);
});

test('recovery keeps the additions that the owner ticks, but needs the second factor if a factor remains', async () => {
  const kept = await recoveredAccount('kept@vouch.test');
  const headers = await kept.opened();
  expect(
    await outcome(await post('/recovery', { password: 'of the owner', keep: [kept.factor.id] }, { headers })),
  ).toEqual([401, 'insufficient_aal']);
  expect(await factorsOf(kept.user.id)).toHaveLength(1);
  const older = await recoveredAccount('older@vouch.test');
  await db.insert(authFactors).values(verifiedFactor(older.user.id, 'older', new Date(Date.now() - 31 * 86_400_000)));
  const again = await older.opened();
  expect(await outcome(await post('/recovery', { password: 'of the owner', keep: [] }, { headers: again }))).toEqual([
    401,
    'insufficient_aal',
  ]);
  expect(await factorsOf(older.user.id)).toHaveLength(2);
});

test('a thief of the mailbox cannot remove a factor by an ordinary recovery', async () => {
  const email = 'mailbox@vouch.test';
  const { user } = await signUpConfirmed(email);
  await db.insert(authFactors).values(verifiedFactor(user.id, 'of the owner'));
  await post('/recover', { email }, { bindings: noGap });
  const { access_token } = await (
    await post('/verify', { type: 'recovery', email, token: (await newestMail(email)).code })
  ).json<Tokens>();
  const headers = { Authorization: `Bearer ${access_token}` };
  expect(await outcome(await post('/recovery', { password: 'of the thief', keep: [] }, { headers }))).toEqual([
    401,
    'insufficient_aal',
  ]);
  expect(await factorsOf(user.id)).toHaveLength(1);
});
