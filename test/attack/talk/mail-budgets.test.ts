import { env } from 'cloudflare:workers';
import { eq, like } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { outbox } from '../../../drizzle/tables/all-tables.ts';
import { takeFromDay } from '../../../worker/http/limits/send-ceiling.ts';
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
/** Two days, so that all limits are fresh. */
const aDayLater = () => vi.setSystemTime(Date.now() + 2 * 86_400_000);

const LIMITED = [429, 'over_email_send_rate_limit'];
const from = (address: string, more: Record<string, string> = {}) => ({ 'CF-Connecting-IP': address, ...more });
/**
 * 100 mails a day: 10 for sign-ups, 10 for sign-in codes, 20 for trade, 30 for changed nights and 30 for news. The
 * third mail that one network asks for in a row is refused.
 */
const few = { bindings: withVars({ MAIL_PER_DAY: '100', AUTH_SEND_GAP_S: '0' }) };
const taken = (kind: 'sign_ups' | 'codes' | 'trade' | 'nights' | 'news', wanted: number) =>
  takeFromDay(few.bindings, { channel: 'email', kind, wanted, now: new Date() });
const mailsTo = (name: string) => db.$count(outbox, like(outbox.recipient, `${name}%`));

const askedFrom = async (address: string, [path, body]: [string, object], times: number) => {
  const answers: number[] = [];
  for (let at = 0; at < times; at += 1)
    answers.push((await post(path, body, { ...few, headers: from(address) })).status);
  return answers;
};

test('resets, codes and resends for addresses without an account do not use up the daily budget of mails', async () => {
  aDayLater();
  await signUpConfirmed('budget-owner@vouch.test');
  for (let at = 0; at < 35; at += 1) {
    const email = `nobody-${at}@vouch.test`;
    expect(await askedFrom(`192.0.2.${at}`, ['/recover', { email }], 1)).toEqual([200]);
    expect(await askedFrom(`192.0.2.${at}`, ['/resend', { email, type: 'signup' }], 1)).toEqual([200]);
    expect(await askedFrom(`192.0.3.${at}`, ['/otp', { email, create_user: false }], 1)).toEqual([422]);
  }
  expect(await mailsTo('nobody-')).toBe(0);
  // If these requests had counted, less of the budget would be left.
  const left = await taken('sign_ups', 100);
  expect(left).toEqual([...Array<string>(10).fill('sign_ups'), ...Array<string>(30).fill('news')]);
  expect(await askedFrom('198.51.100.9', ['/recover', { email: 'budget-owner@vouch.test' }], 1)).toEqual([200]);
});

test('repeated sign-ups with the address of an existing account send only one mail a day', async () => {
  aDayLater();
  const order: [string, object] = ['/signup', { email: 'signed-up@vouch.test', password: PASSWORD }];
  await signUpConfirmed('signed-up@vouch.test');
  for (let at = 0; at < 35; at += 1) expect(await askedFrom(`192.0.2.${at}`, order, 1)).toEqual([200]);
  expect(await mailsTo('signed-up@')).toBe(1);
  expect(await taken('sign_ups', 1)).toEqual(['sign_ups']);
});

test('one network can cause only a limited number of sign-up mails', async () => {
  aDayLater();
  await signUpConfirmed('one-network@vouch.test');
  const signUps: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const order: [string, object] = ['/signup', { email: `pumped-${at}@vouch.test`, password: PASSWORD }];
    // For IPv6, a customer's /56 is one network.
    signUps.push(...(await askedFrom(`2001:db8:55:aa0${at}::1`, order, 1)));
  }
  expect(signUps).toEqual([200, 200, 429, 429]);
  expect(await askedFrom('2001:db8:56::1', ['/recover', { email: 'one-network@vouch.test' }], 1)).toEqual([200]);
});

test('once a network has used up its mails, it gets the same refusal for known and unknown addresses', async () => {
  aDayLater();
  await signUpConfirmed('alike@vouch.test');
  for (const [network, email] of [
    ['203.0.113.71', 'alike@vouch.test'],
    ['203.0.113.72', 'alike-nobody@vouch.test'],
  ] as const) {
    expect(await askedFrom(network, ['/recover', { email }], 4)).toEqual([200, 200, 429, 429]);
    const third = await post('/recover', { email: 'third@vouch.test' }, { ...few, headers: from(network) });
    expect(await outcome(third)).toEqual(LIMITED);
  }
});

test('once a network has used up its mails, a person can still request one in a browser they signed in with before', async () => {
  aDayLater();
  await signUpConfirmed('campus@vouch.test');
  const device = cookieOf(await signIn('campus@vouch.test'));
  await askedFrom('203.0.113.80', ['/recover', { email: 'campus-nobody@vouch.test' }], 3);
  const headers = from('203.0.113.80', { Cookie: device });
  const asked = await post('/recover', { email: 'campus@vouch.test' }, { ...few, headers });
  expect(asked.status).toBe(200);
});

test('sign-ups and news mails do not use up the mails that are reserved for sign-in codes and trade', async () => {
  aDayLater();
  await signUpConfirmed('reserve@vouch.test');
  await taken('sign_ups', 40);
  expect(await taken('news', 1)).toEqual([]);
  const order = { email: 'late-sign-up@vouch.test', password: PASSWORD };
  expect(await outcome(await post('/signup', order, { ...few, headers: from('203.0.113.90') }))).toEqual(LIMITED);
  // A code for a new address counts as a sign-up. The answer is the same as for a known address, but no code is sent.
  for (let at = 0; at < 15; at += 1) {
    const address = `203.0.113.${at + 100}`;
    expect(await askedFrom(address, ['/otp', { email: `late-otp-${at}@vouch.test` }], 1)).toEqual([200]);
  }
  expect(await mailsTo('late-')).toBe(0);
  expect(await askedFrom('203.0.113.91', ['/otp', { email: 'reserve@vouch.test' }], 1)).toEqual([200]);
  expect(await db.$count(outbox, eq(outbox.recipient, 'reserve@vouch.test'))).toBe(1);
  expect(await taken('nights', 100)).toEqual(Array(30).fill('nights'));
  expect(await taken('trade', 100)).toEqual(Array(20).fill('trade'));
  expect(await taken('codes', 100)).toEqual(Array(9).fill('codes'));
});

test('a used-up daily budget starts anew at midnight UTC, not 24 hours after the first mail', async () => {
  aDayLater();
  const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
  vi.setSystemTime(midnight - 1);
  expect(await taken('news', 100)).toHaveLength(30);
  expect(await taken('news', 1)).toEqual([]);
  vi.setSystemTime(midnight);
  expect(await taken('news', 1)).toEqual(['news']);
});

test('if the daily budget is 0, no message is accepted', async () => {
  const none = { ...env, MAIL_PER_DAY: '0' };
  expect(await takeFromDay(none, { channel: 'email', kind: 'codes', now: new Date() })).toEqual([]);
});
