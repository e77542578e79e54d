import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { authFactors, authRecoveryCodes, authSessions } from '../../../../drizzle/tables/all-tables.ts';
import { SERVICE } from '../../../support/worker/people/admin-client.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  outcome,
  post,
  readUser,
  refresh,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { browser } from '../../../support/worker/people/browser.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { replaceRecoveryCodes } from '../../../../worker/features/people/auth/factors/recovery-codes.db.ts';
import { isUniqueViolation } from '../../../../worker/http/database/constraint.ts';
import { meantErrors } from '../../../support/worker/no-surprise.ts';

type Bearer = Pick<Tokens, 'access_token'>;
const WRONG = [422, 'mfa_verification_failed'];
const rowsOf = (user_id: string) => db.select().from(authRecoveryCodes).where(eq(authRecoveryCodes.user_id, user_id));
const sessionOf = async (id: string) =>
  (await db.select().from(authSessions).where(eq(authSessions.user_id, id))).map(({ aal }) => aal);
const verifiedFactor = (user_id: string, friendly_name = 'app') =>
  ({ id: crypto.randomUUID(), user_id, factor_type: 'totp', status: 'verified', friendly_name }) as const;
const make = (who: Bearer) => post('/recovery-codes', {}, { headers: bearer(who) });
const use = (who: Bearer, code: string, bindings = withVars({})) =>
  post('/recovery-codes/verify', { code }, { headers: bearer(who), bindings });
const left = async (who: Bearer) =>
  (await (await call('/recovery-codes', { headers: bearer(who) })).json<{ left: number }>()).left;
const removeFactor = (who: Bearer, id: string) => call(`/factors/${id}`, { method: 'DELETE', headers: bearer(who) });
const claimsOf = ({ access_token }: Bearer) => decodeJwt(access_token);

/** A user with a second factor, a session that has shown it, and ten recovery codes. */
async function withCodes(email: string) {
  const { user, ...tokens } = await signUpConfirmed(email);
  const factor = verifiedFactor(user.id);
  await db.batch([
    db.insert(authFactors).values(factor),
    db.update(authSessions).set({ aal: 'aal2', factor_id: factor.id }).where(eq(authSessions.user_id, user.id)),
  ]);
  const answer = await make(tokens);
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { user, factor, strong: tokens, codes: (await answer.json<{ codes: string[] }>()).codes };
}

test('ten recovery codes are stored as hashes, and each code works once as the second factor', async () => {
  const email = 'codes@vouch.test';
  const { user, codes, strong } = await withCodes(email);
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[a-z2-7]{5}-[a-z2-7]{5}$/.test(code))).toBe(true);
  const rows = await rowsOf(user.id);
  expect(rows).toHaveLength(10);
  const isShown = ({ hash }: { hash: string }) =>
    codes.some((code) => hash.includes(code) || hash.includes(code.replace('-', '')));
  expect(rows.some(isShown)).toBe(false);
  expect(await left(strong)).toBe(10);

  const weak = await anotherSession(email);
  expect(await readUser(weak)).toEqual([200, undefined]);
  const answer = await use(weak, ` ${codes[3]!.toUpperCase().replace('-', ' ')} `);
  expect(answer.status).toBe(200);
  const raised = await answer.json<Tokens>();
  expect(claimsOf(raised)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/recovery' }, { method: 'password' }] });
  expect(await left(raised)).toBe(9);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['New recovery codes for Vouch', 'A Vouch recovery code was used']),
  );
  expect(await outcome(await use(await anotherSession(email), codes[3]!))).toEqual(WRONG);
  expect(await rowsOf(user.id)).toHaveLength(9);
});

test('if a recovery code is used twice at the same time, only one use succeeds', async () => {
  const email = 'race@vouch.test';
  const { codes } = await withCodes(email);
  const [one, two] = [await anotherSession(email), await anotherSession(email)];
  const answers = await Promise.all([use(one, codes[0]!), use(two, codes[0]!)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await mailsTo(email)).filter(({ subject }) => subject === 'A Vouch recovery code was used')).toHaveLength(1);
});

test('making new recovery codes ends the older ones', async () => {
  const email = 'anew@vouch.test';
  const { user, codes, strong } = await withCodes(email);
  const { codes: fresh } = await (await make(strong)).json<{ codes: string[] }>();
  expect(await rowsOf(user.id)).toHaveLength(10);
  expect(await outcome(await use(await anotherSession(email), codes[0]!))).toEqual(WRONG);
  expect((await use(await anotherSession(email), fresh[0]!)).status).toBe(200);
});

test('removing the last factor ends the recovery codes for good, whoever removes it', async () => {
  for (const by of ['self', 'admin', 'database']) {
    const email = `last-${by}@vouch.test`;
    const { user, codes, strong, factor } = await withCodes(email);
    const second = verifiedFactor(user.id, 'second');
    await db.insert(authFactors).values(second);
    const remove = {
      self: (id: string) => removeFactor(strong, id),
      admin: (id: string) => call(`/admin/users/${user.id}/factors/${id}`, { method: 'DELETE', headers: SERVICE }),
      database: (id: string) => db.delete(authFactors).where(eq(authFactors.id, id)),
    }[by]!;
    await remove(second.id);
    expect([by, (await rowsOf(user.id)).length]).toEqual([by, 10]);
    await remove(factor.id);
    expect([by, await rowsOf(user.id)]).toEqual([by, []]);
    await db.insert(authFactors).values(verifiedFactor(user.id, 'later'));
    expect(await outcome(await use(await anotherSession(email), codes[0]!))).toEqual(WRONG);
  }
});

test('an account without a verified factor gets no recovery codes', async () => {
  const { user, ...tokens } = await signUpConfirmed('no-factor@vouch.test');
  expect(await outcome(await make(tokens))).toEqual([422, 'mfa_factor_not_found']);
  await db.insert(authFactors).values({ ...verifiedFactor(user.id), status: 'unverified' });
  const codes = { user_id: user.id, hashes: ['hash'], now: new Date(), alongside: [] };
  await expect(replaceRecoveryCodes(db, codes)).rejects.toSatisfy(isUniqueViolation);
  expect(await rowsOf(user.id)).toEqual([]);
});

test('a session without the second factor cannot make or count recovery codes', async () => {
  const email = 'guarded@vouch.test';
  const { user, strong } = await withCodes(email);
  const before = await rowsOf(user.id);
  const weak = await anotherSession(email);
  expect(await outcome(await make(weak))).toEqual([403, 'insufficient_aal']);
  expect(await outcome(await call('/recovery-codes', { headers: bearer(weak) }))).toEqual([403, 'insufficient_aal']);
  expect(await outcome(await call('/recovery-codes'))).toEqual([401, 'no_authorization']);
  await db.run(`update auth_amr set created_at = 0`);
  await db.run(`update auth_sessions set created_at = created_at - 700000`);
  expect(await outcome(await make(strong))).toEqual([400, 'reauthentication_needed']);
  expect(await rowsOf(user.id)).toEqual(before);
});

test('wrong recovery codes count toward the daily limit of wrong second-factor codes', async () => {
  const email = 'guessed@vouch.test';
  const { codes } = await withCodes(email);
  const { codes: others } = await withCodes('other@vouch.test');
  const tenth = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
  const thief = await anotherSession(email);
  const tries = [others[0]!, 'aaaaa-aaaaa', codes[0]!];
  const answers = [];
  for (const code of tries) answers.push((await outcome(await use(thief, code, tenth)))[1]);
  expect(answers).toEqual(['mfa_verification_failed', 'mfa_verification_failed', 'over_request_rate_limit']);
});

test('a session that a recovery code raised falls back to aal1 when a verified factor is removed', async () => {
  const email = 'lost-phone@vouch.test';
  const { user, codes, factor } = await withCodes(email);
  const raised = await (await use(await anotherSession(email), codes[0]!)).json<Tokens>();
  expect(await sessionOf(user.id)).toEqual(['aal2', 'aal2']);
  expect((await removeFactor(raised, factor.id)).status).toBe(200);
  expect(await sessionOf(user.id)).toEqual(['aal1', 'aal1']);
});

test('removing an unverified factor does not lower a session that a recovery code raised', async () => {
  const email = 'changed-mind@vouch.test';
  const { user, codes } = await withCodes(email);
  const raised = await (await use(await anotherSession(email), codes[0]!)).json<Tokens>();
  const enrolled = await post('/factors', { factor_type: 'webauthn' }, { headers: bearer(raised) });
  expect((await removeFactor(raised, (await enrolled.json<{ id: string }>()).id)).status).toBe(200);
  expect(await sessionOf(user.id)).toEqual(['aal2', 'aal2']);
  const refreshed = await (await refresh(raised.refresh_token)).json<Tokens>();
  const amr = [{ method: 'mfa/recovery' }, { method: 'password' }];
  expect(claimsOf(refreshed)).toMatchObject({ aal: 'aal2', amr });
});

test('a recovery code still works if an earlier try could not raise the session', async () => {
  const email = 'half-used@vouch.test';
  const { user, codes } = await withCodes(email);
  const weak = await anotherSession(email);
  await db.run(
    `create trigger test_refuse before update of aal on auth_sessions begin select raise(abort, 'refused by the test'); end`,
  );
  const failed = await use(weak, codes[0]!).finally(() => db.run(`drop trigger test_refuse`));
  expect([failed.status, meantErrors().length]).toEqual([500, 1]);
  expect(await rowsOf(user.id)).toHaveLength(10);
  expect((await use(weak, codes[0]!)).status).toBe(200);
  expect(await rowsOf(user.id)).toHaveLength(9);
});

test('a password reset deletes recently made recovery codes unless the person chooses to keep them', async () => {
  const email = 'thief-made-codes@vouch.test';
  const { user, codes, strong } = await withCodes(email);
  const asked = await call('/recovery', { headers: bearer(strong) });
  const { added } = await asked.json<{ added: { id: string; kind: string }[] }>();
  expect(added).toContainEqual(expect.objectContaining({ id: 'recovery_codes', kind: 'recovery_codes' }));
  const keep = added.map(({ id }) => id).filter((id) => id !== 'recovery_codes');
  const reset = await post('/recovery', { password: 'another long one', keep }, { headers: bearer(strong) });
  expect(reset.status).toBe(200);
  expect(await rowsOf(user.id)).toEqual([]);

  const { codes: stolen } = await (await make(strong)).json<{ codes: string[] }>();
  expect(codes).not.toContain(stolen[0]);
  const notice = (await mailsTo(email)).find(({ subject }) => subject === 'New recovery codes for Vouch')!;
  await browser().press(notice.link, {}, undefined, '/not-me');
  expect(await rowsOf(user.id)).toEqual([]);
});
