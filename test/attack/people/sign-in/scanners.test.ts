import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authOneTimeCodes } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { call, PASSWORD, post, send, signUpConfirmed, withVars } from '../../../support/worker/people/auth-client.ts';
import { arrival, browser } from '../../../support/worker/people/browser.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const noGap = withVars({ AUTH_SEND_GAP_S: '0', AUTH_RATE_LIMIT_SCALE: '10' });
const codesOf = (address: string) => db.select().from(authOneTimeCodes).where(eq(authOneTimeCodes.address, address));

/** Mail scanners, chat previews and prefetching browsers open a link without a person's decision. */
const SCANS: { method?: string; headers: Record<string, string> }[] = [
  { headers: {} },
  { headers: { Accept: '*/*' } },
  { headers: { Accept: 'application/json' } },
  { headers: { Accept: 'text/html' } },
  { method: 'HEAD', headers: { Accept: '*/*' } },
  { method: 'HEAD', headers: { apikey: 'anon' } },
  { headers: { 'Sec-Purpose': 'prefetch', Accept: 'text/html' } },
  { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Mode': 'navigate' } },
  { headers: { Purpose: 'prefetch', apikey: 'anon' } },
  { headers: { 'Sec-Purpose': 'prefetch', 'X-Client-Info': 'auth-js' } },
  { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0', Accept: '*/*', Range: 'bytes=0-32768' } },
];

const MAILS: Record<string, (email: string) => Promise<unknown>> = {
  signup: (email) => post('/signup', { email, password: PASSWORD }, { bindings: noGap }),
  magiclink: async (email) => {
    await signUpConfirmed(email);
    await post('/otp', { email }, { bindings: noGap });
  },
  recovery: async (email) => {
    await signUpConfirmed(email);
    await post('/recover', { email }, { bindings: noGap });
  },
  email_change: async (email) => {
    const { headers } = await signUpConfirmed(`old-${email}`);
    await send('PUT', '/user', { email }, { headers, bindings: noGap });
  },
};

test('a mail scanner or prefetching browser does not use up a link by opening it', async () => {
  for (const [type, sendMail] of Object.entries(MAILS)) {
    const email = `scanned-${type.replace('_', '-')}@vouch.test`;
    await sendMail(email);
    const { link } = await newestMail(email);
    expect(new URL(link).searchParams.get('type')).toBe(type);
    const before = await codesOf(email);
    for (const scan of SCANS) {
      const answer = await call(link, scan, noGap);
      expect([type, scan, answer.status, answer.headers.get('Location')]).toEqual([type, scan, 200, null]);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
    expect(await codesOf(email)).toEqual(before);
    const pressed = arrival(await browser(noGap).press(link, type === 'signup' ? { password: PASSWORD } : {}));
    expect(Object.keys(pressed)).toContain(type === 'email_change' ? 'message' : 'access_token');
  }
});

test('a GET request by an API client uses up only links for a sign-up or a sign-in', async () => {
  for (const header of ['apikey', 'X-Client-Info']) {
    for (const [type, sendMail] of Object.entries(MAILS)) {
      const email = `api-${header.toLowerCase()}-${type.replace('_', '-')}@vouch.test`;
      await sendMail(email);
      const { link } = await newestMail(email);
      const answer = await call(link, { headers: { [header]: 'anon', Accept: '*/*' } }, noGap);
      const isFollowed = type === 'signup' || type === 'magiclink';
      const got = [answer.status, 'access_token' in arrival(answer)];
      expect([header, type, ...got]).toEqual([header, type, isFollowed ? 303 : 200, isFollowed]);
      expect(await codesOf(email)).toHaveLength(isFollowed ? 0 : 1);
    }
  }
});
