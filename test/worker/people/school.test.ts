import { countRows } from '../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  notifications,
  outbox,
  schoolDomains,
  schoolProofs,
  schools,
  sharedMarks,
} from '../../../drizzle/tables/all-tables.ts';
import { SCHOOL_DOMAINS, SCHOOLS } from '../../../drizzle/seed/schools.ts';
import { proofEnd } from '../../../worker/contract/people/school-year.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { lapseProofs } from '../../../worker/features/people/school/lapse-proofs.cron.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';
import {
  askForCode,
  enterCode,
  giveUp,
  ownersOf,
  profileOf,
  proofsOf,
  provedStudent,
  readSchool,
  student,
} from '../../support/worker/people/school.ts';

countRows();

const MINUTE = 60_000;
const DAY = 86_400_000;
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const NO_BADGE = { is_student_verified: false, badge_at: null, badge_until: null };

beforeAll(() => launch('school', true));

const textsOf = (rows: readonly object[]) =>
  new Set(rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())));

test('a new database contains the listed schools and their domains', async () => {
  const stored = await db.select().from(schools);
  expect(stored.map(({ id, name, city }) => ({ id, name, city }))).toEqual(expect.arrayContaining(SCHOOLS));
  expect(stored).toHaveLength(SCHOOLS.length);
  const domains = await db.select().from(schoolDomains);
  expect(textsOf(domains)).toEqual(textsOf(SCHOOL_DOMAINS));
});

test('a student who enters the code sent to a school inbox has a badge until 15 September', async () => {
  const { user, headers } = await student();
  const sent = await askForCode(headers, ' Proud.Student+nights@NEU.edu ');
  expect(sent.status).toBe(202);
  expect(sent.json).toEqual({
    badge: null,
    code: {
      school: 'Northeastern University',
      until: new Date(Date.now() + 10 * MINUTE).toISOString(),
      again_at: new Date(Date.now() + MINUTE).toISOString(),
    },
    asks: [],
  });
  const mail = await newestMail('proud.student@northeastern.edu');
  expect(mail.subject).toBe('Your Vouch code');
  expect(mail.text).toContain('Northeastern University');
  const proved = await enterCode(headers, ` ${mail.code.slice(0, 3)} ${mail.code.slice(3)} `);
  const badge = {
    school: 'Northeastern University',
    proved_at: new Date().toISOString(),
    until: proofEnd(new Date()).toISOString(),
  };
  expect(proved).toEqual({ status: 200, json: { badge, code: null, asks: [] } });
  expect(await profileOf(user.id)).toMatchObject({
    school: 'Northeastern University',
    is_student_verified: true,
    badge_at: new Date(),
    badge_until: proofEnd(new Date()),
  });
  const [proof] = await proofsOf(user.id);
  expect(proof).toMatchObject({ status: 'proven', code_hash: null, code_expires_at: null, school_id: 'northeastern' });
  const marks = await db.select().from(sharedMarks).where(eq(sharedMarks.user_id, user.id));
  expect(marks).toEqual([{ user_id: user.id, kind: 'inbox', mark_hash: proof!.inbox_hash }]);
  const [message] = await db.select().from(outbox).where(eq(outbox.recipient, 'proud.student@northeastern.edu'));
  expect(message).toMatchObject({ purpose: 'account', expires_at: new Date(Date.now() + 10 * MINUTE) });
});

test.each([
  ['of an unknown school', 'a@unlisted.edu', 'school.unknown'],
  ['of alumni', 'a@alum.mit.edu', 'school.not_student'],
  ['of staff', 'a@hunter.cuny.edu', 'school.not_student'],
  ['with a second @', 'a@bu.edu@evil.test', 'request.invalid'],
  ['that is not a string', 7, 'request.invalid'],
])('no code is sent to an address %s, and the error names the field `email`', async (_, email, code) => {
  const { user, headers } = await student();
  const { status, json } = await askForCode(headers, email);
  expect([status, json.error.code]).toEqual([422, code]);
  expect(json.error.fields).toEqual({ email: json.error.message });
  expect(await proofsOf(user.id)).toEqual([]);
});

test('giving up a badge frees the inbox for another account', async () => {
  const first = await provedStudent('free@nyu.edu');
  expect((await giveUp(first.headers)).json.badge).toBeNull();
  expect(await profileOf(first.user.id)).toMatchObject({ ...NO_BADGE, school: null });
  expect(await ownersOf('free@nyu.edu')).toEqual([]);
  pass(2 * MINUTE);
  const second = await provedStudent('free@nyu.edu');
  expect(await ownersOf('free@nyu.edu')).toEqual([second.user.id]);
});

test('if a student proves a second inbox, the proof of the first inbox ends', async () => {
  const { user, headers } = await provedStudent('first@bu.edu');
  pass(2 * MINUTE);
  await askForCode(headers, 'second@mit.edu');
  await enterCode(headers, (await newestMail('second@mit.edu')).code);
  expect((await profileOf(user.id)).school).toBe('Massachusetts Institute of Technology');
  expect((await proofsOf(user.id)).map(({ status }) => status)).toEqual(['revoked', 'proven']);
  expect(await ownersOf('first@bu.edu')).toEqual([]);
});

test('if staff remove a badge, the proof of its inbox ends', async () => {
  const { user, headers } = await provedStudent('staffed@bu.edu');
  const admin = await signedInAs('admin');
  const move = (from: boolean, to: boolean) => {
    const body = { is_student_verified: { from, to } };
    return post(`/api/admin/people/${user.id}`, { headers: admin.headers, method: 'PATCH', body });
  };
  expect((await move(true, false)).status).toBe(200);
  expect(await ownersOf('staffed@bu.edu')).toEqual([]);
  expect((await readSchool(headers)).json.badge).toBeNull();
  expect((await move(false, true)).status).toBe(200);
  expect((await readSchool(headers)).json.badge).toMatchObject({ proved_at: null, until: null });
  // A person cannot give up a badge that staff gave.
  expect((await giveUp(headers)).json.badge).not.toBeNull();
});

test('the removal of an account frees its inbox', async () => {
  const { user } = await provedStudent('gone@bu.edu');
  await runWrites(db, [accounts.removeAccount(db, { id: user.id, keep: {}, now: new Date() })]);
  expect(await ownersOf('gone@bu.edu')).toEqual([]);
  expect(await profileOf(user.id)).toMatchObject(NO_BADGE);
});

test('two weeks before a proof lapses on 15 September, the student gets one mail', async () => {
  await launch('push', true);
  const { user, headers } = await provedStudent('lapsing@bu.edu');
  const end = (await profileOf(user.id)).badge_until!;
  await lapseProofs(env, new Date(end.getTime() - 14 * DAY - 1));
  expect(await mailsTo(user.email!)).toEqual([]);
  const soon = new Date(end.getTime() - 14 * DAY);
  await Promise.all([lapseProofs(env, soon), lapseProofs(env, soon)]);
  await lapseProofs(env, new Date(soon.getTime() + DAY));
  const mails = await mailsTo(user.email!);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your school badge ends soon']);
  expect(mails[0]!.text).toContain('September 15, ');
  expect(mails[0]!.link).toBe(`${env.SITE_URL}/account#school`);
  await lapseProofs(env, new Date(end.getTime() - 1));
  expect((await readSchool(headers)).json.badge).not.toBeNull();
  await Promise.all([lapseProofs(env, end), lapseProofs(env, end)]);
  expect(await profileOf(user.id)).toMatchObject({ ...NO_BADGE, school: 'Boston University' });
  expect((await proofsOf(user.id)).map(({ status }) => status)).toEqual(['lapsed']);
  expect(await ownersOf('lapsing@bu.edu')).toEqual([]);
  const isMine = eq(notifications.user_id, user.id);
  const news = await db.select().from(notifications).where(isMine).orderBy(notifications.created_at);
  expect(news.map(({ title }) => title)).toEqual(['Your school badge ends soon', 'Your school badge has ended']);
  expect(news[0]!.outbox_id).not.toBeNull();
  await launch('push', false);
});

test('a student reads the state of the school badge in two round trips and fewer than 20 rows', async () => {
  const { headers } = await student();
  await askForCode(headers, 'cheap@bu.edu');
  const { cost } = await callCounted('/api/my/school', { headers });
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThan(20);
});

test('the database allows one valid proof for each inbox', async () => {
  const { user } = await provedStudent('unique@bu.edu');
  const [proof] = await proofsOf(user.id);
  const other = await student();
  const copy = { ...proof!, id: crypto.randomUUID(), user_id: other.user.id };
  await expect(db.insert(schoolProofs).values(copy)).rejects.toThrow(/./);
});
