import { base64urlnopad } from '@scure/base';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authSessions } from '../../../../drizzle/tables/all-tables.ts';
import {
  isGenuine,
  readRefreshToken,
  refreshToken,
} from '../../../../worker/features/people/auth/sessions/refresh-token.ts';
import { sha256 } from '../../../../worker/http/security/crypto.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  outcome,
  readUser,
  refresh,
  signUpConfirmed,
  withVars,
  type Tokens,
} from '../../../support/worker/people/auth-client.ts';

const strict = withVars({ AUTH_REUSE_INTERVAL_S: '0' });
const USED = [400, 'refresh_token_already_used'];
const UNKNOWN = [400, 'refresh_token_not_found'];

const sessionsOf = (userId: string) => db.select().from(authSessions).where(eq(authSessions.user_id, userId));
const rotated = async (token: string) => (await refresh(token, strict)).json<Tokens>();
const alter = (userId: string, values: Partial<typeof authSessions.$inferSelect>) =>
  db.update(authSessions).set(values).where(eq(authSessions.user_id, userId));
const aMinuteAgo = () => new Date(Date.now() - 60_000);

test('using an older refresh token ends its session, and every access and refresh token of that session is refused', async () => {
  const a = await signUpConfirmed('reuse@vouch.test');
  const b = await rotated(a.refresh_token);
  const c = await rotated(b.refresh_token);
  await alter(a.user.id, { refreshed_at: aMinuteAgo() });
  expect(await outcome(await refresh(a.refresh_token))).toEqual(USED);
  expect((await refresh(c.refresh_token)).status).toBe(400);
  expect((await refresh(b.refresh_token)).status).toBe(400);
  for (const tokens of [a, b, c]) expect(await readUser(tokens)).toEqual([403, 'session_not_found']);
  expect(await sessionsOf(a.user.id)).toEqual([]);
});

test('twenty parallel refreshes with one token all get the same next token', async () => {
  const { refresh_token, user } = await signUpConfirmed('race@vouch.test');
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  const bodies = await Promise.all(answers.map((answer) => answer.json<Tokens>()));
  const children = [...new Set(bodies.map((tokens) => tokens.refresh_token))];
  expect(children).toHaveLength(1);
  expect(children).not.toContain(refresh_token);
  expect(await sessionsOf(user.id)).toMatchObject([{ counter: 1 }]);
});

test('a refresh token returns the same next token each time, until the next token is used', async () => {
  const { refresh_token, user } = await signUpConfirmed('parent@vouch.test');
  const child = await rotated(refresh_token);
  await alter(user.id, { refreshed_at: aMinuteAgo() });
  expect((await rotated(refresh_token)).refresh_token).toBe(child.refresh_token);
  expect(await sessionsOf(user.id)).toMatchObject([{ counter: 1 }]);
});

test('a refresh token signed with another key, or with a counter ahead of its session, is refused and ends no session', async () => {
  const { refresh_token, user } = await signUpConfirmed('ahead@vouch.test');
  const child = await rotated(refresh_token);
  await alter(user.id, { counter: 0 });
  expect(await outcome(await refresh(child.refresh_token))).toEqual(UNKNOWN);
  await alter(user.id, { refresh_key: 'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA' });
  expect(await outcome(await refresh(refresh_token))).toEqual(UNKNOWN);
  expect(await sessionsOf(user.id)).toHaveLength(1);
});

test('a refresh token from before the session reached aal2 is refused, even within the reuse interval', async () => {
  const { refresh_token, user } = await signUpConfirmed('floor@vouch.test');
  await alter(user.id, { counter: 2, counter_floor: 2, aal: 'aal2', refreshed_at: new Date() });
  expect(await outcome(await refresh(refresh_token))).toEqual(USED);
});

test('invalid refresh tokens do not use up the refresh limit of a session at the same IP address', async () => {
  const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
  const { refresh_token, user } = await signUpConfirmed('neighbour@vouch.test');
  for (let sent = 0; sent < 45; sent++) expect((await refresh(`junk-${sent}`, bindings)).status).toBe(400);
  const answers: Response[] = [];
  for (let step = 0; step < 4; step++) answers.push(await refresh(refresh_token, bindings));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
  expect(Number(answers.at(-1)!.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await sessionsOf(user.id)).toHaveLength(1);
});

const keyOf = (byte: number) => base64urlnopad.encode(new Uint8Array(32).fill(byte));
const session = { id: '0f9d1c7e-1a2b-4c3d-8e4f-0123456789ab', refresh_key: keyOf(7) };
/** Counters of different lengths in bytes. Most are the last counter of a length, or the first of the next length. */
const COUNTERS = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_456, 1_099_511_627_781];

test('a refresh token contains its session and its counter, even if the counter is the highest safe integer', async () => {
  for (const counter of [...COUNTERS, Number.MAX_SAFE_INTEGER]) {
    const claim = await readRefreshToken(await refreshToken({ ...session, counter }));
    expect(claim).toMatchObject({ session_id: session.id, counter });
    expect(await isGenuine(claim!, session.refresh_key)).toBe(true);
    expect(await isGenuine(claim!, keyOf(8))).toBe(false);
  }
});

test('a refresh token with one changed character is refused', async () => {
  const token = await refreshToken({ ...session, counter: 300 });
  const changed = Array.from(
    token,
    (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
  );
  // The last character has spare bits, which decoding ignores.
  const claims = await Promise.all(changed.slice(0, -1).map(readRefreshToken));
  expect(claims.filter((claim) => claim !== null)).toEqual([]);
});

test('the format of a refresh token is fixed, so that issued tokens stay valid', async () => {
  const token = await refreshToken({ ...session, counter: 300 });
  expect(token).toBe('Ag-dHH4aK0w9jk8BI0VniausArTmyWPMXZI5yvgsGG10hCQl19d2');
  const claim = (await readRefreshToken(token))!;
  expect(claim).toMatchObject({ session_id: session.id, counter: 300 });
  expect([claim.signed.length, claim.mac.length]).toEqual([1 + 16 + 2, 16]);
  expect([await isGenuine(claim, session.refresh_key), await isGenuine(claim, keyOf(8))]).toEqual([true, false]);
});

/** Makes a token of these bytes with a valid checksum. */
const checked = async (bytes: number[]) =>
  base64urlnopad.encode(Uint8Array.from([...bytes, ...(await sha256(Uint8Array.from(bytes))).slice(0, 4)]));

test('a refresh token in a wrong format is refused even if its checksum is right', async () => {
  const [id, mac] = [Array<number>(16).fill(1), Array<number>(16).fill(2)];
  expect(await readRefreshToken(await checked([2, ...id, 0, ...mac]))).toMatchObject({ counter: 0 });
  const refused = [
    [],
    [2],
    [2, ...id, ...mac],
    [1, ...id, 0, ...mac],
    [2, ...id, 0x80, ...mac],
    [2, ...id, 0, 0, ...mac],
  ];
  for (const bytes of refused) expect(await readRefreshToken(await checked(bytes))).toBeNull();
  for (const text of ['', '?', 'AAAA', 'A'.repeat(200)]) expect(await readRefreshToken(text)).toBeNull();
});
