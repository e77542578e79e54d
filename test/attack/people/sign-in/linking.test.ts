import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authIdentities, authOneTimeCodes, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db, signedInAs } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  outcome,
  post,
  send,
  signIn,
  signUpConfirmed,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';
import { googleFlow } from '../../../support/worker/people/google-flow.ts';

const { google, fetchGoogle, startFlow } = await googleFlow();

const identitiesOf = (user_id: string) => db.select().from(authIdentities).where(eq(authIdentities.user_id, user_id));

test('a sign-in with an address that Google has not verified neither links to an account nor creates one', async () => {
  const owner = await signUpConfirmed('unproven@vouch.test');
  for (const email of ['unproven@vouch.test', 'nobody-yet@vouch.test']) {
    const { land } = await startFlow();
    const { query, fragment } = await land({ sub: 'g-unproven', email, email_verified: false });
    expect(query.get('error')).toBe('access_denied');
    expect(fragment.get('error_code')).toBe('provider_email_needs_verification');
    expect(fragment.has('access_token')).toBe(false);
  }
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
  expect(await db.$count(authUsers, eq(authUsers.email, 'nobody-yet@vouch.test'))).toBe(0);
  expect(await db.$count(authIdentities, eq(authIdentities.provider_id, 'g-unproven'))).toBe(0);
});

test('a Google sign-in with a verified address links to the confirmed account with this address', async () => {
  const owner = await signUpConfirmed('joins@vouch.test');
  const { land } = await startFlow();
  const { fragment } = await land({ sub: 'g-joins', email: 'Joins@vouch.test' });
  const me = await call('/user', { headers: bearer({ access_token: fragment.get('access_token')! }) });
  const app_metadata = { provider: 'email', providers: ['email', 'google'] };
  expect(await me.json()).toMatchObject({ id: owner.user.id, app_metadata });
  expect((await signIn('joins@vouch.test')).status).toBe(200);
});

test('a user cannot link an identity that another user has linked', async () => {
  const mine = await signUpConfirmed('linker@vouch.test');
  const begun = await startFlow(mine);
  expect(begun.flow.linking_user_id).toBe(mine.user.id);
  await begun.land({ sub: 'g-linked', email: 'linked-elsewhere@vouch.test' });
  expect((await identitiesOf(mine.user.id)).map(({ provider_id }) => provider_id)).toContain('g-linked');
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, mine.user.id));
  expect(row?.email).toBe('linker@vouch.test');

  const claims = { sub: 'g-linked', email: 'linked-elsewhere@vouch.test' };
  const thief = await signUpConfirmed('link-thief@vouch.test');
  const stolen = await (await startFlow(thief)).land(claims);
  expect(stolen.fragment.get('error_code')).toBe('identity_already_exists');
  const byToken = await post(
    '/token?grant_type=id_token',
    { provider: 'google', link_identity: true, id_token: await google.idToken(claims) },
    { headers: bearer(thief), bindings: google.bindings },
  );
  expect(await outcome(byToken)).toEqual([422, 'identity_already_exists']);
  expect(await identitiesOf(thief.user.id)).toHaveLength(1);
  const nobodys = await fetchGoogle('/user/identities/authorize?provider=google');
  expect(await outcome(nobodys)).toEqual([401, 'no_authorization']);
});

test('the last identity of a user cannot be removed, even by two requests at once', async () => {
  const user = await signUpConfirmed('unlink@vouch.test');
  const [email] = await identitiesOf(user.user.id);
  const remove = (id: string, who: Pick<Tokens, 'access_token'> = user) =>
    call(`/user/identities/${id}`, { method: 'DELETE', headers: bearer(who) });
  expect(await outcome(await remove(email!.id))).toEqual([422, 'single_identity_not_deletable']);
  await (await startFlow(user)).land({ sub: 'g-unlink', email: 'unlink@vouch.test' });
  const both = await identitiesOf(user.user.id);
  const answers = await Promise.all(both.map(({ id }) => remove(id)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(await identitiesOf(user.user.id)).toHaveLength(1);
  const stranger = await signUpConfirmed('unlink-stranger@vouch.test');
  await (await startFlow(stranger)).land({ sub: 'g-stranger', email: 'unlink-stranger@vouch.test' });
  const [left] = await identitiesOf(user.user.id);
  expect(await outcome(await remove(left!.id, stranger))).toEqual([422, 'identity_not_found']);
  expect(await outcome(await remove('../../logout', stranger))).toEqual([404, 'validation_failed']);
});

test('after the email identity is unlinked, an unproven address does not become the account’s address', async () => {
  const user = await signUpConfirmed('moves@vouch.test');
  const { land } = await startFlow(user);
  const landed = await land({ sub: 'g-moves', email: 'moved@vouch.test', email_verified: false });
  expect(landed.fragment.has('access_token')).toBe(true);
  await send('POST', '/recover', { email: 'moves@vouch.test' });
  const { token_hash } = await newestMail('moves@vouch.test');
  const own = (await identitiesOf(user.user.id)).find(({ provider }) => provider === 'email')!;
  expect((await call(`/user/identities/${own.id}`, { method: 'DELETE', headers: bearer(user) })).status).toBe(200);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.user.id));
  expect(row).toMatchObject({ email: null, email_confirmed_at: null, app_metadata: { provider: 'google' } });
  expect(await outcome(await post('/verify', { type: 'recovery', token_hash }))).toEqual([403, 'otp_expired']);
  expect(await db.$count(authOneTimeCodes, eq(authOneTimeCodes.user_id, user.user.id))).toBe(0);
});

const EVICTIONS = {
  'a new password': (owner: Tokens) =>
    send('PUT', '/user', { password: 'a different one' }, { headers: bearer(owner) }),
  'signing out everywhere': (owner: Tokens) => call('/logout?scope=global', { method: 'POST', headers: bearer(owner) }),
  'signing out other sessions': (owner: Tokens) =>
    call('/logout?scope=others', { method: 'POST', headers: bearer(owner) }),
};

test.each(Object.entries(EVICTIONS))('%s ends a linking flow that a thief has begun', async (name, evict) => {
  const email = `${name.replaceAll(' ', '-')}@vouch.test`;
  const owner = await signUpConfirmed(email);
  const { land } = await startFlow(await anotherSession(email));
  expect((await evict(owner)).ok).toBe(true);
  const { query, fragment } = await land({ sub: `g-thief-${name}`, email: 'thief@vouch.test' });
  expect(query.get('error_code')).toBe('bad_oauth_state');
  expect(fragment.has('access_token')).toBe(false);
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
});

test('when an admin signs a user out, a linking flow that the user has begun ends', async () => {
  const owner = await signUpConfirmed('signed-out-link@vouch.test');
  const { land } = await startFlow(owner);
  const { headers } = await signedInAs('admin');
  const path = `http://vouch.test/api/admin/people/${owner.user.id}/sign-out`;
  const answer = await call(path, { method: 'POST', headers });
  expect(await answer.json()).toMatchObject({ ended: 1 });
  const landed = await land({ sub: 'g-signed-out', email: 'signed-out@vouch.test' });
  expect(landed.query.get('error_code')).toBe('bad_oauth_state');
  expect(await identitiesOf(owner.user.id)).toHaveLength(1);
});
