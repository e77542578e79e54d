import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, outbox } from '../../../drizzle/tables/all-tables.ts';
import { renderMail } from '../../../worker/http/outbox/mail.ts';
import { call, PASSWORD, post, signUpConfirmed, withVars } from '../../support/worker/people/auth-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

const HEADER = 'Bcc: thief@elsewhere.test';
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085'];

test('a name with line breaks adds no header and no line to a mail', async () => {
  for (const [at, lineBreak] of BREAKS.entries()) {
    const email = `breaks-${at}@vouch.test`;
    await post('/signup', { email, password: PASSWORD, data: { full_name: `A student${lineBreak}${HEADER}` } });
    const [mail] = await mailsTo(email);
    expect(mail!.subject).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
    expect(`${mail!.subject}\n${mail!.text}`.split(/[\r\n\u0085\u2028\u2029]/)).not.toContain(HEADER);
  }
});

test('a subject stays one line, whatever text it contains', async () => {
  for (const lineBreak of BREAKS.slice(0, 4)) {
    const { subject } = await renderMail({ subject: `Headline${lineBreak}${HEADER}`, text: 'Text', step: null });
    expect(subject).toBe(`Headline ${HEADER}`);
  }
});

test.each([
  `student@vouch.test\r\n${HEADER}`,
  `student@vouch.test\n${HEADER}`,
  'student@vouch.test,thief@elsewhere.test',
  'student@vouch.test;thief@elsewhere.test',
  '"student\r\n"@vouch.test',
  'A student <student@vouch.test>',
])('a value that is not exactly one plain mail address gets no mail: %j', async (email) => {
  for (const path of ['/signup', '/otp', '/recover', '/magiclink']) {
    expect([path, (await post(path, { email, password: PASSWORD })).status]).toEqual([path, 400]);
  }
  expect((await ask('/api/waitlist', { json: aForm({ email }) })).status).toBe(422);
  expect(await db.select().from(outbox).where(eq(outbox.recipient, email))).toEqual([]);
});

test('a body with __proto__ changes no other object and grants no rights', async () => {
  const { headers, user } = await signUpConfirmed('proto@vouch.test');
  const hostile =
    '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"is_admin":true}},"full_name":"A student"}';
  const json = { 'Content-Type': 'application/json' };
  const asked = { method: 'PUT', headers: { ...headers, ...json }, body: `{"data":${hostile}}` };
  expect((await call('/user', asked)).status).toBeLessThan(500);
  const form = `{"__proto__":{"status":"approved"},"name":"A","email":"p@bu.test","phone":"617 555 0100","instagram":"a","school":"BU"}`;
  expect((await callCounted('/api/waitlist', { method: 'POST', headers: json, body: form })).answer.status).toBe(201);
  expect(['is_admin' in {}, 'status' in {}]).toEqual([false, false]);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(row!.app_metadata).not.toHaveProperty('is_admin');
  expect((await call('http://vouch.test/api/admin/summary', { headers })).status).toBe(403);
});

test('a repeated query parameter bypasses no captcha and causes no server error', async () => {
  await signUpConfirmed('twice@vouch.test');
  const bindings = withVars({ TURNSTILE_SECRET: 'the-secret', TURNSTILE_SITE_KEY: 'the-site-key' });
  const body = { email: 'twice@vouch.test', password: PASSWORD, refresh_token: 'none' };
  for (const query of [
    'grant_type=refresh_token&grant_type=password',
    'grant_type=password&grant_type=refresh_token',
  ]) {
    const answer = await post(`/token?${query}`, body, { bindings });
    expect([query, answer.status]).toEqual([query, 400]);
    expect(await answer.json()).not.toHaveProperty('access_token');
  }
  for (const query of ['city=Boston&city=New%20York', 'cursor=a&cursor=b', 'q=a&q=b']) {
    expect((await callCounted(`/api/events?${query}`)).answer.status).toBeLessThan(500);
  }
});

const lost = async () => {
  throw new Error('D1_ERROR: Network connection lost.');
};

test('a failed request whose path contains line breaks is logged on one line', async () => {
  const statement = { bind: () => statement, all: lost, raw: lost, run: lost, first: lost };
  const DB = { prepare: () => statement, batch: lost } as unknown as D1Database;
  const forged = '%0A%0D%E2%80%A8{"level":"info","message":"all is well"}';
  const answer = await call(`http://vouch.test/api/events/${forged}`, {}, { ...env, DB });
  expect(answer.status).toBe(500);
  const lines = meantErrors();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\r\n\u2028]/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', message: 'request failed' });
});
