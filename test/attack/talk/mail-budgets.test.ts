import { env } from 'cloudflare:workers';
import { eq, like } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { outbox } from '../../../drizzle/tables/all-tables.ts';
import { takeFromCeiling } from '../../../worker/http/limits/send-ceiling.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  cookieOf,
  outcome,
  PASSWORD,
  post,
  signIn,
  signUpConfirmed,
  withVars,
} from '../../support/worker/people/auth-client.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
/** The limits of everybody are full again. */
const aDayLater = () => vi.setSystemTime(Date.now() + 2 * 86_400_000);

const LIMITED = [429, 'over_email_send_rate_limit'];
const from = (address: string, more: Record<string, string> = {}) => ({ 'CF-Connecting-IP': address, ...more });
/**
 * 100 mails a day: 30 at once for everything, ten more for sign-in codes, ten for money, and two at once for a network.
 */
const few = { bindings: withVars({ MAIL_PER_DAY: '100', AUTH_SEND_GAP_S: '0' }) };
const mailsTo = (name: string) => db.$count(outbox, like(outbox.recipient, `${name}%`));

const askedFrom = async (address: string, [path, body]: [string, object], times: number) => {
  const answers: number[] = [];
  for (let at = 0; at < times; at += 1)
    answers.push((await post(path, body, { ...few, headers: from(address) })).status);
  return answers;
};

test('resets, codes and repeats for addresses without an account take nothing from the mails of everybody', async () => {
  aDayLater();
  await signUpConfirmed('budget-owner@vouch.test');
  for (let at = 0; at < 35; at += 1) {
    const email = `nobody-${at}@vouch.test`;
    const headers = from(`192.0.2.${at}`);
    expect((await post('/recover', { email }, { ...few, headers })).status).toBe(200);
    expect((await post('/resend', { email, type: 'signup' }, { ...few, headers })).status).toBe(200);
    expect((await post('/otp', { email, create_user: false }, { ...few, headers: from(`192.0.3.${at}`) })).status).toBe(
      422,
    );
  }
  expect(await mailsTo('nobody-')).toBe(0);
  // Had they been counted, nothing would be left for anybody.
  const left = [];
  for (let at = 0; at < 30; at += 1)
    left.push((await takeFromCeiling(few.bindings, { channel: 'email', now: new Date() })).wait === 0);
  expect(left.filter(Boolean)).toHaveLength(30);
  expect(
    (await post('/recover', { email: 'budget-owner@vouch.test' }, { ...few, headers: from('198.51.100.9') })).status,
  ).toBe(200);
});

test('a sign-up under an address that has an account sends nothing and takes nothing', async () => {
  aDayLater();
  await signUpConfirmed('signed-up@vouch.test');
  for (let at = 0; at < 35; at += 1) {
    const answer = await post(
      '/signup',
      { email: 'signed-up@vouch.test', password: PASSWORD },
      { ...few, headers: from(`192.0.2.${at}`) },
    );
    expect(answer.status).toBe(200);
  }
  expect((await takeFromCeiling(few.bindings, { channel: 'email', now: new Date() })).reserve).toBeNull();
});

test('one network gets a twentieth of the day’s mails for people without an account, and its neighbours lose nothing', async () => {
  aDayLater();
  await signUpConfirmed('one-network@vouch.test');
  const signUps: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const order: [string, object] = ['/signup', { email: `pumped-${at}@vouch.test`, password: PASSWORD }];
    // Of IPv6, a customer's /56 is one network.
    signUps.push(...(await askedFrom(`2001:db8:55:aa0${at}::1`, order, 1)));
  }
  expect(signUps).toEqual([200, 200, 429, 429]);
  expect(await askedFrom('2001:db8:56::1', ['/recover', { email: 'one-network@vouch.test' }], 1)).toEqual([200]);
});

test('a network that is used up answers alike for known and unknown addresses, and does not tell how many accounts it has met', async () => {
  aDayLater();
  await signUpConfirmed('alike@vouch.test');
  for (const [network, email] of [
    ['203.0.113.71', 'alike@vouch.test'],
    ['203.0.113.72', 'alike-nobody@vouch.test'],
  ] as const) {
    expect(await askedFrom(network, ['/recover', { email }], 4)).toEqual([200, 200, 429, 429]);
    expect(
      await outcome(await post('/recover', { email: 'third@vouch.test' }, { ...few, headers: from(network) })),
    ).toEqual(LIMITED);
  }
});

test('a browser in which the account was opened before is not held up by its network', async () => {
  aDayLater();
  await signUpConfirmed('campus@vouch.test');
  const device = cookieOf(await signIn('campus@vouch.test'));
  await askedFrom('203.0.113.80', ['/recover', { email: 'campus-nobody@vouch.test' }], 3);
  const asked = await post(
    '/recover',
    { email: 'campus@vouch.test' },
    { ...few, headers: from('203.0.113.80', { Cookie: device }) },
  );
  expect(asked.status).toBe(200);
});

test('news and sign-ups of strangers leave the codes to sign in and the mails about money to those who need them', async () => {
  aDayLater();
  await signUpConfirmed('reserve@vouch.test');
  const now = new Date();
  for (let at = 0; at < 30; at += 1) await takeFromCeiling(few.bindings, { channel: 'email', now });
  expect((await takeFromCeiling(few.bindings, { channel: 'email', now })).wait).toBeGreaterThan(0);
  const order = { email: 'late-sign-up@vouch.test', password: PASSWORD };
  expect(await outcome(await post('/signup', order, { ...few, headers: from('203.0.113.90') }))).toEqual(LIMITED);
  // A code for a new address is a sign-up too. It is answered like one for a known address, and is not sent.
  for (let at = 0; at < 15; at += 1) {
    const asked = await post(
      '/otp',
      { email: `late-otp-${at}@vouch.test` },
      { ...few, headers: from(`203.0.113.${at + 100}`) },
    );
    expect(asked.status).toBe(200);
  }
  expect(await mailsTo('late-')).toBe(0);
  expect((await post('/otp', { email: 'reserve@vouch.test' }, { ...few, headers: from('203.0.113.91') })).status).toBe(
    200,
  );
  expect(await db.select().from(outbox).where(eq(outbox.recipient, 'reserve@vouch.test'))).toHaveLength(1);
  for (let at = 0; at < 10; at += 1)
    expect((await takeFromCeiling(few.bindings, { channel: 'email', reserve: 'money', now })).reserve).toBe('money');
  expect((await takeFromCeiling(few.bindings, { channel: 'email', reserve: 'money', now })).wait).toBeGreaterThan(0);
  expect((await takeFromCeiling(few.bindings, { channel: 'email', reserve: 'codes', now })).reserve).toBe('codes');
});

test('a day without a budget takes no message', async () => {
  expect(
    (await takeFromCeiling({ ...env, MAIL_PER_DAY: '0' }, { channel: 'email', reserve: 'codes', now: new Date() }))
      .wait,
  ).toBe(86_400);
});
