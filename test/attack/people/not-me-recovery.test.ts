import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFactors, authIdentities, authSessions, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  bearer,
  call,
  outcome,
  post,
  send,
  signIn,
  signUpConfirmed,
  type Tokens,
} from '../../support/worker/people/auth-client.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';
import { linkAbout, noGap, opened as openedBy, verifiedFactor } from '../../support/worker/people/notices.ts';

const userOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));

const WEAK = [401, 'insufficient_aal'];

interface Recent {
  added: { id: string; kind: string }[];
}

/** A factor, a Google identity and a phone were added an hour ago. A thief has changed the password since. */
async function recoveredAccount(email: string) {
  const thief = await signUpConfirmed(email);
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers: thief.headers })).status).toBe(200);
  const created_at = new Date(Date.now() - 3_600_000);
  const factor = verifiedFactor(thief.user.id, 'an hour old', created_at);
  const added = { id: crypto.randomUUID(), user_id: thief.user.id, created_at };
  const identity = { ...added, provider: 'google', provider_id: `thief of ${email}` };
  const digits = String(Math.abs(email.length * 37) % 10_000).padStart(4, '0');
  const phone = { phone: `1617555${digits}`, phone_confirmed_at: created_at };
  await db.batch([
    db.insert(authFactors).values(factor),
    db.insert(authIdentities).values(identity),
    db.update(authUsers).set(phone).where(eq(authUsers.id, thief.user.id)),
  ]);
  const link = await linkAbout(email);
  const opened = async () => bearer(await openedBy(link));
  return { user: thief.user, factor, identity, opened };
}

test('a recovery lists what was added to the account in the last 30 days, and removes what the owner does not keep', async () => {
  const email = 'listed@vouch.test';
  const { user, factor, identity, opened } = await recoveredAccount(email);
  const created_at = new Date(Date.now() - 31 * 86_400_000);
  const old = { id: crypto.randomUUID(), user_id: user.id, provider: 'google', provider_id: 'old', created_at };
  await db.insert(authIdentities).values(old);
  const headers = await opened();
  const { added } = await (await call('/recovery', { headers })).json<Recent>();
  expect(new Set(added.map(({ kind }) => kind))).toEqual(new Set(['factor', 'identity', 'phone']));
  expect(new Set(added.map(({ id }) => id))).toEqual(new Set([factor.id, identity.id, 'phone']));
  expect((await post('/recovery', { password: 'short', keep: [] }, { headers })).status).toBe(422);
  // From here on the session counts as verified with the second factor.
  await db.update(authSessions).set({ aal: 'aal2' }).where(eq(authSessions.user_id, user.id));
  expect((await post('/recovery', { password: 'of the owner', keep: [] }, { headers })).status).toBe(200);
  expect(await factorsOf(user.id)).toEqual([]);
  const left = await db.select().from(authIdentities).where(eq(authIdentities.user_id, user.id));
  const ids = left.map(({ id, provider }) => (provider === 'email' ? 'email' : id));
  expect(new Set(ids)).toEqual(new Set(['email', old.id]));
  expect(await userOf(user.id)).toMatchObject({ phone: null, phone_confirmed_at: null, email });
  expect((await signIn(email, 'of the owner')).status).toBe(200);
});

test('a recovery that would leave a second factor on the account is refused without a proof of that factor', async () => {
  const kept = await recoveredAccount('kept@vouch.test');
  const headers = await kept.opened();
  const refused = await post('/recovery', { password: 'of the owner', keep: [kept.factor.id] }, { headers });
  expect(await outcome(refused)).toEqual(WEAK);
  expect(await factorsOf(kept.user.id)).toHaveLength(1);
  const older = await recoveredAccount('older@vouch.test');
  await db.insert(authFactors).values(verifiedFactor(older.user.id, 'older', new Date(Date.now() - 31 * 86_400_000)));
  const again = { headers: await older.opened() };
  expect(await outcome(await post('/recovery', { password: 'of the owner', keep: [] }, again))).toEqual(WEAK);
  expect(await factorsOf(older.user.id)).toHaveLength(2);
});

test('a thief with access to the mailbox cannot remove a second factor through an ordinary password recovery', async () => {
  const email = 'mailbox@vouch.test';
  const { user } = await signUpConfirmed(email);
  await db.insert(authFactors).values(verifiedFactor(user.id, 'of the owner'));
  await post('/recover', { email }, { bindings: noGap });
  const recovered = await post('/verify', { type: 'recovery', email, token: (await newestMail(email)).code });
  const headers = bearer(await recovered.json<Tokens>());
  expect(await outcome(await post('/recovery', { password: 'of the thief', keep: [] }, { headers }))).toEqual(WEAK);
  expect(await factorsOf(user.id)).toHaveLength(1);
});
