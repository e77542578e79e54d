import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authFactors, authPasskeys } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { type authClient, PASSWORD } from '../../../support/worker/people/auth-client.ts';
import { newPasskey, type Passkey, PASSKEY_SITE } from '../../../support/worker/people/passkey.ts';
import { signedInClient } from '../../../support/worker/people/signed-in-client.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
type Client = ReturnType<typeof authClient>;
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));
const levelOf = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data;
const SITE = { rpId: PASSKEY_SITE.rp_id, rpOrigins: [PASSKEY_SITE.origin] };

async function answerByPasskey(
  client: Client,
  factorId: string,
  { passkey, counter }: { passkey: Passkey; counter?: number },
) {
  const { data, error } = await client.mfa.challenge({ factorId, webauthn: SITE });
  if (error || data.type !== 'webauthn') throw new Error(`no challenge: ${error?.message}`);
  const { type, credential_options } = data.webauthn;
  const { challenge } = credential_options.publicKey;
  const json =
    type === 'create' ? await passkey.create(challenge, { counter }) : await passkey.sign(challenge, { counter });
  const credential_response = { ...json, toJSON: () => json } as never;
  return {
    asked: data,
    ...(await client.mfa.verify({ factorId, challengeId: data.id, webauthn: { ...SITE, type, credential_response } })),
  };
}

test('the client enrolls a passkey, and the first verification with the passkey raises the session to aal2', async () => {
  const { client, user } = await signedInClient('passkey@vouch.test');
  const passkey = await newPasskey();
  const { data: factor } = await client.mfa.webauthn.enroll({ friendlyName: 'my laptop' });
  expect(factor).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'my laptop' });
  expect((await client.mfa.listFactors()).data).toMatchObject({
    all: [{ factor_type: 'webauthn', status: 'unverified' }],
    webauthn: [],
  });
  const { asked, error } = await answerByPasskey(client, factor!.id, { passkey, counter: 7 });
  expect(error).toBeNull();
  expect(asked).toMatchObject({ type: 'webauthn', expires_at: Math.floor(Date.now() / 1000) + 300 });
  expect(asked.webauthn).toMatchObject({
    type: 'create',
    credential_options: {
      publicKey: {
        rp: { id: 'localhost', name: 'Vouch' },
        user: { name: 'passkey@vouch.test' },
        attestation: 'none',
        authenticatorSelection: { userVerification: 'preferred' },
      },
    },
  });
  const level = await levelOf(client);
  expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'mfa/webauthn' }, { method: 'password' }]);
  expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([
    { id: factor!.id, status: 'verified', friendly_name: 'my laptop' },
  ]);
  expect(await factorsOf(user.id)).toMatchObject([{ factor_type: 'webauthn', status: 'verified', secret: null }]);
  const keys = await db.select().from(authPasskeys).where(eq(authPasskeys.factor_id, factor!.id));
  expect(keys).toMatchObject([{ credential_id: passkey.id, counter: 7, transports: ['internal'] }]);
});

test('the client signs in with password and passkey, and unenrolls the passkey', async () => {
  const { client, user } = await signedInClient('passkey-again@vouch.test');
  const passkey = await newPasskey();
  const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' });
  await answerByPasskey(client, factor!.id, { passkey });
  await client.signOut();
  await client.signInWithPassword({ email: 'passkey-again@vouch.test', password: PASSWORD });
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await client.mfa.unenroll({ factorId: factor!.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  const { asked, error } = await answerByPasskey(client, factor!.id, { passkey });
  expect(error).toBeNull();
  expect(asked.webauthn).toMatchObject({
    type: 'request',
    credential_options: {
      publicKey: { rpId: 'localhost', userVerification: 'preferred', allowCredentials: [{ type: 'public-key' }] },
    },
  });
  expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
  expect(await client.mfa.unenroll({ factorId: factor!.id })).toMatchObject({ data: { id: factor!.id }, error: null });
  expect(await factorsOf(user.id)).toEqual([]);
  expect(await db.$count(authPasskeys, eq(authPasskeys.factor_id, factor!.id))).toBe(0);
});

test('an account can have two passkeys, and the challenge for the second one excludes the first', async () => {
  const { client, user } = await signedInClient('two-keys@vouch.test');
  const [first, second] = [await newPasskey(), await newPasskey()];
  for (const passkey of [first, second]) {
    const friendlyName = passkey === first ? 'laptop' : 'phone';
    const { data: factor } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName });
    const { asked, error } = await answerByPasskey(client, factor!.id, { passkey });
    expect(error).toBeNull();
    const known =
      asked.webauthn.type === 'create' ? asked.webauthn.credential_options.publicKey.excludeCredentials : null;
    expect(known ?? []).toHaveLength(passkey === first ? 0 : 1);
  }
  expect(await factorsOf(user.id)).toMatchObject([{ status: 'verified' }, { status: 'verified' }]);
});
