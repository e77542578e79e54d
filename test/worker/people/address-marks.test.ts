import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, sharedMarks } from '../../../drizzle/tables/all-tables.ts';
import { foldAddress, markHash } from '../../../worker/http/shared/people/shared-mark.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { authClient, PASSWORD, send, signUpConfirmed, withVars } from '../../support/worker/people/auth-client.ts';
import { db } from '../../support/worker/db.ts';
import { fakeGoogle, sha256Hex } from '../../support/worker/people/fake-google.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';

const google = await fakeGoogle();
const client = () =>
  authClient({ bindings: { ...google.bindings, AUTH_SEND_GAP_S: '0', AUTH_DOUBLE_CONFIRM: 'false' } });

async function isMarked(user_id: string, mark: Parameters<typeof markHash>[1]): Promise<boolean> {
  const mark_hash = await markHash(env, mark);
  const isMine = and(eq(sharedMarks.user_id, user_id), eq(sharedMarks.mark_hash, mark_hash));
  return (await db.$count(sharedMarks, isMine)) === 1;
}

const idOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!.id;

test.each<[string, (email: string) => Promise<unknown>]>([
  [
    'a person confirms a sign-up with a code',
    async (email) => {
      const mine = client();
      await mine.signUp({ email, password: PASSWORD });
      return mine.verifyOtp({ email, token: (await newestMail(email)).code, type: 'signup' });
    },
  ],
  [
    'a person signs in with a code',
    async (email) => {
      const mine = client();
      await mine.signInWithOtp({ email });
      return mine.verifyOtp({ email, token: (await newestMail(email)).code, type: 'email' });
    },
  ],
  [
    'a person signs in with Google',
    async (email) => {
      const token = await google.idToken({ sub: email, email, nonce: await sha256Hex('n0nce') });
      return client().signInWithIdToken({ provider: 'google', token, nonce: 'n0nce' });
    },
  ],
  [
    'a person changes their address to it',
    async (email) => {
      const before = `before-${email}`;
      await signUpConfirmed(before);
      const mine = client();
      await mine.signInWithPassword({ email: before, password: PASSWORD });
      await mine.updateUser({ email });
      return mine.verifyOtp({ email, token: (await newestMail(email)).code, type: 'email_change' });
    },
  ],
  ['staff create an account with it', (email) => adminClient().createUser({ email, email_confirm: true })],
  [
    'staff change the address of an account to it',
    async (email) => {
      const { user } = await signUpConfirmed(`moved-${email}`);
      return adminClient().updateUserById(user.id, { email, email_confirm: true });
    },
  ],
])('an address is stored as a shared mark if %s', async (what, prove) => {
  const email = `${what.replaceAll(' ', '-')}@vouch.test`.toLowerCase();
  expect(await prove(email)).toMatchObject({ error: null });
  expect(await isMarked(await idOf(email), { kind: 'address', value: foldAddress(email) })).toBe(true);
});

test('an address or phone that nobody has proven is not stored as a shared mark', async () => {
  const { data } = await adminClient().createUser({ email: 'unproven@vouch.test', phone: '+16175559001' });
  expect(await db.$count(sharedMarks, eq(sharedMarks.user_id, data.user!.id))).toBe(0);
});

test('a phone is stored as a shared mark once it is proven', async () => {
  const { user, headers } = await signUpConfirmed('with-a-phone@vouch.test');
  const bindings = withVars({ AUTH_AUTOCONFIRM: 'true' });
  await send('PUT', '/user', { phone: '+16175559002' }, { headers, bindings });
  expect(await isMarked(user.id, { kind: 'phone', value: '16175559002' })).toBe(true);
});
