import { type AuthClient, GoTrueAdminApi } from '@supabase/auth-js';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog, authSignInPasskeys, outbox } from '../../../../drizzle/tables/all-tables.ts';
import { SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { AUTH_URL, authClient, call } from '../../../support/worker/people/auth-client.ts';
import { newPasskey, type Passkey } from '../../../support/worker/people/passkey.ts';
import { signedInClient } from '../../../support/worker/people/signed-in-client.ts';

type Client = InstanceType<typeof AuthClient>;
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/) as string;
const NOBODYS = '00000000-0000-0000-0000-000000000000';

async function register(client: Client, passkey: Passkey) {
  const { data: asked, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = await passkey.create(asked.options.challenge, { is_verified: true });
  const answer = await client.passkey.verifyRegistration({ challengeId: asked.challenge_id, credential } as never);
  if (answer.error) throw answer.error;
  return { ...answer.data, handle: asked.options.user.id };
}

async function signInBy(client: Client, passkey: Passkey, handle: string) {
  const { data: asked } = await client.passkey.startAuthentication();
  const credential = await passkey.sign(asked!.options.challenge, { is_verified: true, handle });
  const answer = { challengeId: asked!.challenge_id, credential } as never;
  return { answer, ...(await client.passkey.verifyAuthentication(answer)) };
}

test('the client registers a passkey, and can then sign in with only the passkey', async () => {
  const { client, user } = await signedInClient('one-tap@vouch.test');
  const { data: asked } = await client.passkey.startRegistration();
  expect(asked).toMatchObject({
    challenge_id: UUID,
    options: {
      rp: { id: 'localhost', name: 'Vouch' },
      user: { name: 'one-tap@vouch.test' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    },
  });
  const passkey = await newPasskey();
  const made = await register(client, passkey);
  expect(made).toMatchObject({ id: UUID, created_at: expect.any(String) });
  expect((await client.passkey.list()).data).toEqual([
    { id: made.id, friendly_name: 'Unknown device', created_at: made.created_at },
  ]);

  const other = authClient();
  const { data: offered } = await other.passkey.startAuthentication();
  expect(offered).toMatchObject({
    challenge_id: UUID,
    expires_at: expect.any(Number),
    options: { rpId: 'localhost', userVerification: 'required', allowCredentials: [] },
  });
  const { data, error } = await signInBy(other, passkey, made.handle);
  expect(error).toBeNull();
  expect(data?.user?.id).toBe(user.id);
  expect((await other.getUser()).data.user?.id).toBe(user.id);
  // A passkey gives the session only `aal1`, and does not count as a second factor.
  const { data: level } = await other.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'passkey' }]);
  expect((await client.passkey.list()).data).toMatchObject([{ last_used_at: expect.any(String) }]);
});

test('a replayed challenge, an unknown challenge and an unknown passkey each get their error code', async () => {
  const { client } = await signedInClient('codes@vouch.test');
  const passkey = await newPasskey();
  const { handle } = await register(client, passkey);
  const other = authClient();
  const { answer, error } = await signInBy(other, passkey, handle);
  expect(error).toBeNull();
  expect((await other.passkey.verifyAuthentication(answer)).error?.code).toBe('webauthn_challenge_not_found');
  expect((await signInBy(authClient(), await newPasskey(), handle)).error).toMatchObject({
    status: 400,
    code: 'webauthn_verification_failed',
  });
  const { data: asked } = await client.passkey.startRegistration();
  const credential = await (await newPasskey()).create(asked!.options.challenge, { is_verified: true });
  const unknown = { challengeId: NOBODYS, credential } as never;
  expect((await client.passkey.verifyRegistration(unknown)).error?.code).toBe('webauthn_challenge_not_found');
});

test('a person can rename and delete a passkey, and a deleted passkey cannot sign in', async () => {
  const { client, user } = await signedInClient('rename@vouch.test');
  const passkey = await newPasskey();
  const { id, handle } = await register(client, passkey);
  const renamed = await client.passkey.update({ passkeyId: id, friendlyName: 'My phone' });
  expect(renamed).toMatchObject({ data: { id, friendly_name: 'My phone' }, error: null });
  const nobodys = { passkeyId: NOBODYS, friendlyName: 'nope' };
  expect((await client.passkey.update(nobodys)).error?.status).toBe(404);
  expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await client.passkey.delete({ passkeyId: id })).error?.status).toBe(404);
  expect((await client.passkey.list()).data).toEqual([]);
  expect((await signInBy(authClient(), passkey, handle)).error?.code).toBe('webauthn_verification_failed');
  const entries = await db.select().from(auditLog).where(eq(auditLog.actor_id, user.id)).orderBy(desc(auditLog.seq));
  const about = { target_type: 'person', target_id: user.id, actor_email: null };
  expect(entries).toMatchObject([
    { action: 'passkey.delete', ...about },
    { action: 'passkey.add', ...about },
  ]);
  expect(await db.$count(outbox, eq(outbox.recipient, 'rename@vouch.test'))).toBe(2);
});

test('the service key lists and deletes the passkeys of an account', async () => {
  const admin = new GoTrueAdminApi({
    url: AUTH_URL,
    headers: SERVICE,
    fetch: (input, init) => call(input instanceof Request ? input.url : String(input), init),
  });
  const { client, user } = await signedInClient('kept-by-admin@vouch.test');
  const [first, second] = [await register(client, await newPasskey()), await register(client, await newPasskey())];
  const { data } = await admin.passkey.listPasskeys({ userId: user.id });
  expect(data?.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId: second.id })).error).toBeNull();
  const rows = await db.select().from(authSignInPasskeys).where(eq(authSignInPasskeys.user_id, user.id));
  expect(rows.map(({ id }) => id)).toEqual([first.id]);
});
