import { env } from 'cloudflare:workers';
import { beforeAll, expect, test, vi } from 'vitest';
import { lapseProofs } from '../../../worker/features/people/school/lapse-proofs.cron.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';
import {
  askForCode,
  enterCode,
  otherThan,
  profileOf,
  proofsOf,
  readSchool,
  student,
} from '../../support/worker/people/school.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

beforeAll(() => launch('school', true));

test('after five wrong codes, even the right code is refused', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'five@bu.edu');
  const { code } = await newestMail('five@bu.edu');
  const answers: unknown[] = [];
  for (const typed of [...Array.from({ length: 5 }, () => otherThan(code)), code]) {
    const { status, json } = await enterCode(headers, typed);
    answers.push([status, json.error.code, /(\w+ )?more tr/.exec(json.error.message)?.[0]]);
  }
  expect(answers).toEqual([
    [422, 'school.code_wrong', '4 more tr'],
    [422, 'school.code_wrong', '3 more tr'],
    [422, 'school.code_wrong', '2 more tr'],
    [422, 'school.code_wrong', 'one more tr'],
    [422, 'school.code_wrong', undefined],
    [409, 'school.code_ended', undefined],
  ]);
  expect((await readSchool(headers)).json).toMatchObject({ badge: null, code: null });
  expect((await profileOf(user.id)).is_student_verified).toBe(false);
});

test('a code works for ten minutes, and the next code replaces it', async () => {
  const { headers } = await student();
  await askForCode(headers, 'late@bu.edu');
  const first = await newestMail('late@bu.edu');
  pass(2 * MINUTE);
  expect((await askForCode(headers, 'late@bu.edu')).status).toBe(202);
  const second = await newestMail('late@bu.edu');
  // By chance, both codes can be the same.
  const old = first.code === second.code ? otherThan(first.code) : first.code;
  expect((await enterCode(headers, old)).json.error.code).toBe('school.code_wrong');
  pass(10 * MINUTE);
  expect((await enterCode(headers, second.code)).json.error.code).toBe('school.code_ended');
  expect((await readSchool(headers)).json.code).toBeNull();
});

test('an account gets at most one code a minute and six a day', async () => {
  const one = await student();
  expect((await askForCode(one.headers, 'busy@bu.edu')).status).toBe(202);
  // The account has to wait even if it asks for a code to another inbox.
  expect((await askForCode(one.headers, 'busy.too@bu.edu')).json.error.code).toBe('request.too_many');
  for (let sent = 1; sent < 6; sent += 1) {
    pass(61_000);
    expect((await askForCode(one.headers, 'busy@bu.edu')).status).toBe(202);
  }
  pass(61_000);
  const { status, json } = await askForCode(one.headers, 'busy.too@bu.edu');
  expect([status, json.error.code]).toEqual([429, 'request.too_many']);
  expect(await mailsTo('busy@bu.edu')).toHaveLength(6);
});

test('expired codes are deleted after a day', async () => {
  const { user, headers } = await student();
  await askForCode(headers, 'forgotten@bu.edu');
  await lapseProofs(env, new Date(Date.now() + DAY));
  expect(await proofsOf(user.id)).toHaveLength(1);
  await lapseProofs(env, new Date(Date.now() + DAY + 11 * MINUTE));
  expect(await proofsOf(user.id)).toEqual([]);
});
