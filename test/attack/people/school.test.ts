import { eq } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { authUsers, profiles, type SchoolProof, schoolProofs } from '../../../drizzle/tables/all-tables.ts';
import { proveInbox } from '../../../worker/features/people/school/prove-inbox.db.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';
import {
  askForCode,
  enterCode,
  otherThan,
  ownersOf,
  profileOf,
  proofsOf,
  provedStudent,
  student,
} from '../../support/worker/people/school.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

beforeAll(() => launch('school', true));

test('if two accounts prove one inbox at the same time, exactly one gets the badge', async () => {
  const rivals = [await student(), await student()];
  const codes: string[] = [];
  for (const { headers } of rivals) {
    expect((await askForCode(headers, 'wanted@bu.edu')).status).toBe(202);
    codes.push((await newestMail('wanted@bu.edu')).code);
    pass(2);
  }
  const answers = await Promise.all(rivals.map(({ headers }, at) => enterCode(headers, codes[at]!)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner = rivals[answers.findIndex(({ status }) => status === 200)]!;
  expect(await ownersOf('wanted@bu.edu')).toEqual([winner.user.id]);
  const badges = await Promise.all(rivals.map(async ({ user }) => (await profileOf(user.id)).is_student_verified));
  expect(badges.filter(Boolean)).toHaveLength(1);
});

test('only a person who can read a taken inbox learns that it is taken, and nobody learns whose it is', async () => {
  const owner = await provedStudent('mine@bu.edu');
  pass(2);
  const other = await student();
  const free = await student();
  const [taken, untaken] = [
    await askForCode(other.headers, 'mine@bu.edu'),
    await askForCode(free.headers, 'nobodys@bu.edu'),
  ];
  expect(taken).toEqual(untaken);
  const { code } = await newestMail('mine@bu.edu');
  const { code: freeCode } = await newestMail('nobodys@bu.edu');
  const wrong = [await enterCode(other.headers, otherThan(code)), await enterCode(free.headers, otherThan(freeCode))];
  const told = wrong.map(({ status, json }) => ({ status, message: json.error.message }));
  expect(told[0]).toEqual(told[1]);
  const { status, json } = await enterCode(other.headers, code);
  expect([status, json.error.code]).toEqual([409, 'school.inbox_taken']);
  expect(JSON.stringify(json)).not.toContain(owner.user.id);
  expect(JSON.stringify(json)).not.toContain(owner.profile.display_name);
  // The code is used up, so a second try reveals nothing.
  expect((await enterCode(other.headers, code)).json.error.code).toBe('school.code_ended');
  expect(await ownersOf('mine@bu.edu')).toEqual([owner.user.id]);
});

test.each(['mine.too+tag@neu.edu', 'MINE.TOO@husky.neu.edu', 'mine.too@northeastern.edu'])(
  'another spelling of a taken inbox, %s, proves nothing',
  async (spelling) => {
    if ((await ownersOf('mine.too@northeastern.edu')).length === 0) await provedStudent('mine.too@northeastern.edu');
    pass(24 * 60);
    const other = await student();
    await askForCode(other.headers, spelling);
    const { code } = await newestMail('mine.too@northeastern.edu');
    expect((await enterCode(other.headers, code)).json.error.code).toBe('school.inbox_taken');
    expect((await profileOf(other.user.id)).is_student_verified).toBe(false);
  },
);

test('if many wrong codes arrive at the same time, at most five are compared', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'hammered@bu.edu');
  const { code } = await newestMail('hammered@bu.edu');
  const guesses = Array.from({ length: 12 }, (_, at) => String((Number(code) + at + 1) % 1_000_000).padStart(6, '0'));
  const answers = await Promise.all(guesses.map((guess) => enterCode(headers, guess)));
  expect(answers.filter(({ json }) => json.error.code === 'school.code_wrong')).toHaveLength(5);
  expect(answers.filter(({ json }) => json.error.code === 'school.code_ended')).toHaveLength(7);
  expect((await enterCode(headers, code)).json.error.code).toBe('school.code_ended');
  expect((await proofsOf(user.id))[0]).toMatchObject({ status: 'sent', tries: 5 });
});

test('the right code entered twice at the same time gives one badge', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'twice@bu.edu');
  const { code } = await newestMail('twice@bu.edu');
  const answers = await Promise.all([enterCode(headers, code), enterCode(headers, code)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await proofsOf(user.id)).map(({ status }) => status)).toEqual(['proven']);
});

test('a code works only for the account that asked for it', async () => {
  const [reader, thief] = [await student(), await student()];
  await askForCode(reader.headers, 'reader@bu.edu');
  const { code } = await newestMail('reader@bu.edu');
  expect((await enterCode(thief.headers, code)).json.error.code).toBe('school.code_ended');
  await askForCode(thief.headers, 'thief@bu.edu');
  const own = await newestMail('thief@bu.edu');
  // By chance, both codes can be the same.
  const tried = code === own.code ? otherThan(code) : code;
  expect((await enterCode(thief.headers, tried)).json.error.code).toBe('school.code_wrong');
  expect(await ownersOf('reader@bu.edu')).toEqual([]);
});

test('a copy of the database shows neither the address of a school inbox nor its code', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'secret.reader@bu.edu');
  const { code } = await newestMail('secret.reader@bu.edu');
  const rows = JSON.stringify(await db.select().from(schoolProofs).where(eq(schoolProofs.user_id, user.id)));
  expect(rows).not.toContain('secret.reader');
  expect(rows).not.toContain(`"${code}"`);
});

test('nobody can give themselves a badge through their profile', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'eager@bu.edu');
  for (const badge_at of [new Date(), null]) {
    const set = db.update(profiles).set({ is_student_verified: false, badge_at: new Date(), badge_until: badge_at });
    await expect(set.where(eq(profiles.id, user.id))).rejects.toThrow(/./);
  }
  expect((await profileOf(user.id)).is_student_verified).toBe(false);
});

test('one account alone cannot use up the codes of somebody else’s inbox', async () => {
  const [thief, reader] = [await student(), await student()];
  for (let sent = 0; sent < 6; sent += 1) {
    expect((await askForCode(thief.headers, 'victim@bu.edu')).status).toBe(202);
    pass(2);
  }
  expect((await askForCode(thief.headers, 'victim@bu.edu')).status).toBe(429);
  pass(2);
  expect((await askForCode(reader.headers, 'victim@bu.edu')).status).toBe(202);
});

test('a stranger who asks for a code to an inbox does not stop its reader from asking in the same minute', async () => {
  const [stranger, reader] = [await student(), await student()];
  expect((await askForCode(stranger.headers, 'same.minute@bu.edu')).status).toBe(202);
  expect((await askForCode(reader.headers, 'same.minute@bu.edu')).status).toBe(202);
});

const asks = async ({ headers }: Awaited<ReturnType<typeof student>>) =>
  (await askForCode(headers, 'ringed@bu.edu')).status;

test('four strangers cannot use up all codes of an inbox, so its reader still gets one', async () => {
  const ring = await Promise.all(Array.from({ length: 4 }, student));
  let sent = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    for (const one of ring) if ((await asks(one)) === 202) sent += 1;
    pass(2);
  }
  expect(sent).toBeLessThan(12);
  expect(await asks(await student())).toBe(202);
  for (let more = 0; more < 15; more += 1) if ((await asks(await student())) === 202) sent += 1;
  expect(sent + 1).toBeLessThanOrEqual(18);
});

test('an account whose own address is the school inbox still gets a code after strangers have used up the inbox’s limit', async () => {
  const reader = await student();
  await db.update(authUsers).set({ email: 'flooded.owner@bu.edu' }).where(eq(authUsers.id, reader.user.id));
  for (let more = 0; more < 19; more += 1) await askForCode((await student()).headers, 'flooded.owner@bu.edu');
  expect((await askForCode((await student()).headers, 'flooded.owner@bu.edu')).status).toBe(429);
  expect((await askForCode(reader.headers, 'flooded.owner@bu.edu')).status).toBe(202);
});

test('a code that is replaced while it is entered proves nothing', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'replaced@bu.edu');
  const [{ id, inbox_hash }] = (await proofsOf(user.id)) as [SchoolProof];
  pass(2);
  await askForCode(headers, 'replaced@bu.edu');
  const { is_proven, is_taken } = await proveInbox(db, { id, user_id: user.id, inbox_hash, now: new Date() });
  expect([is_proven, is_taken]).toEqual([false, false]);
  expect((await proofsOf(user.id)).map(({ status }) => status)).toEqual(['sent']);
});
