import { expect, test } from 'vitest';
import { keySetProblem, settingsProblems } from './settings.ts';

const LOCAL = {
  SITE_URL: 'http://127.0.0.1:8787',
  AUTH_PHONE: 'true',
  SMS_SENDER: 'outbox',
  MAIL_FROM: 'no-reply@vouch.test',
  MAIL: {},
};
const PUBLIC = {
  STAFF_SECOND_FACTOR: 'true',
  SITE_URL: 'https://vouch.example',
  AUTH_PHONE: 'true',
  SMS_SENDER: 'twilio',
  SMS_FROM: '+16175550100',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  MAIL_FROM: 'no-reply@vouch.example',
  MAIL: {},
};
const HOST = 'vouch.example';

test.each(['127.0.0.1', '127.8.8.8', 'localhost', 'vouch.localhost', '[::1]', 'vouch.test'])(
  'the defaults are valid for %s',
  (host) => {
    expect(settingsProblems(LOCAL, host)).toEqual([]);
  },
);

test('a deployment with complete settings has no problem', () => {
  expect(settingsProblems(PUBLIC, HOST)).toEqual([]);
  expect(settingsProblems({ ...PUBLIC, AUTH_PHONE: 'false', SMS_SENDER: 'outbox' }, HOST)).toEqual([]);
});

test('fees are plain numbers, and zero is one', () => {
  const fees = { FEE_BUYER_PCT: '8.125', FEE_BUYER_FIXED: '0.50', FEE_SELLER_PCT: '0' };
  expect(settingsProblems({ ...PUBLIC, ...fees }, HOST)).toEqual([]);
});

test.each([
  ['SITE_URL', { SITE_URL: 'http://127.0.0.1:8787' }],
  ['SITE_URL', { SITE_URL: 'http://localhost' }],
  ['SITE_URL', { SITE_URL: 'https://[::1]/' }],
  ['SITE_URL', { SITE_URL: 'http://[::ffff:127.0.0.1]/' }],
  ['SITE_URL', { SITE_URL: 'http://0.0.0.0:80' }],
  ['SITE_URL', { SITE_URL: '' }],
  ['SITE_URL', { SITE_URL: 'vouch.example' }],
  ['STAFF_SECOND_FACTOR', { STAFF_SECOND_FACTOR: 'false' }],
  ['BREACH_RANGE_URL', { BREACH_RANGE_URL: 'http://breaches.example/range/' }],
  ['BREACH_RANGE_URL', { BREACH_RANGE_URL: 'yes' }],
  ['SMS_SENDER', { SMS_SENDER: 'outbox' }],
  ['SMS_SENDER', { SMS_SENDER: '' }],
  ['SMS_FROM', { SMS_FROM: '' }],
  ['TWILIO_ACCOUNT_SID', { TWILIO_ACCOUNT_SID: ' ' }],
  ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: undefined }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { MAIL_FROM: 'no-reply@vouch.test' }],
  ['MAIL', { MAIL: undefined }],
  ['TURNSTILE_SECRET', { TURNSTILE_SITE_KEY: 'site' }],
  ['TURNSTILE_SITE_KEY', { TURNSTILE_SECRET: 'secret', TURNSTILE_SITE_KEY: ' ' }],
  ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: ' ' }],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:8788' }],
  ['STRIPE_API_BASE', { STRIPE_API_BASE: 'https://stripe.vouch.example' }],
  ['TURNSTILE_URL', { TURNSTILE_URL: 'https://evil.example' }],
  ['TURNSTILE_URL', { TURNSTILE_URL: 'http://127.0.0.1:9000' }],
  ['FEE_BUYER_PCT', { FEE_BUYER_PCT: '' }],
  ['FEE_BUYER_PCT', { FEE_BUYER_PCT: '-8' }],
  ['FEE_BUYER_PCT', { FEE_BUYER_PCT: '108' }],
  ['FEE_BUYER_FIXED', { FEE_BUYER_FIXED: '0.505' }],
  ['FEE_BUYER_FIXED', { FEE_BUYER_FIXED: '50 cents' }],
  ['FEE_SELLER_PCT', { FEE_SELLER_PCT: '8%' }],
])('a deployment reports a problem with %s: %j', (name, over) => {
  const problems = settingsProblems({ ...PUBLIC, ...over }, HOST);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} `));
});

test('a Worker with a public site address counts as a deployment, even if it is reached by a local name', () => {
  const problems = settingsProblems({ ...LOCAL, SITE_URL: 'https://vouch.example' }, '127.0.0.1');
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['STAFF_SECOND_FACTOR', 'SMS_SENDER', 'MAIL_FROM']);
});

const localNames = (over: object) =>
  settingsProblems({ ...LOCAL, ...over }, 'localhost').map((problem) => problem.split(' ')[0]);

test('a local run needs both settings of Turnstile or neither, and may use a loopback address in its place, but no other host', () => {
  const both = { TURNSTILE_SECRET: 'secret', TURNSTILE_SITE_KEY: 'site' };
  expect(localNames(both)).toEqual([]);
  expect(localNames({ TURNSTILE_SECRET: 'secret' })).toEqual(['TURNSTILE_SITE_KEY']);
  expect(localNames({ TURNSTILE_SITE_KEY: 'site' })).toEqual(['TURNSTILE_SECRET']);
  expect(localNames({ ...both, TURNSTILE_URL: 'http://127.0.0.1:9000' })).toEqual([]);
  expect(localNames({ ...both, TURNSTILE_URL: 'https://evil.example' })).toEqual(['TURNSTILE_URL']);
});

const EC = {
  kty: 'EC',
  crv: 'P-256',
  x: 'PJKY3vi5gaGuF9onaSzxcK7R8I-BrK0EvyjFTneHlzU',
  y: 'o2SQ6aPGtlb-v-bemvGWJvL1VZMq5vWxMvIyi5HzUtk',
};
const D = 'EsYg_ynlmEp0sLfxfE3jGgfb6ITIlm1s8Q1jAPxp9vI';

test('a key set with a signing key has no problem', async () => {
  expect(await keySetProblem(JSON.stringify({ keys: [{ ...EC, d: D, kid: 'one', alg: 'ES256' }] }))).toBeNull();
});

test.each([
  ['nothing', ''],
  ['no JSON', 'whsec_not-a-key-set'],
  ['an empty set', '{"keys":[]}'],
  ['no set', '{}'],
  ['a public key only', JSON.stringify({ keys: [{ ...EC, kid: 'one', alg: 'ES256' }] })],
  ['a shared secret', JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }] })],
  [
    'a private half of another key',
    JSON.stringify({ keys: [{ ...EC, d: 'AAAAynlmEp0sLfxfE3jGgfb6ITIlm1s8Q1jAPxp9vI0', kid: 'one', alg: 'ES256' }] }),
  ],
])('a key set of %s is reported without showing its content', async (_, secret) => {
  const problem = await keySetProblem(secret);
  expect(problem).toMatch(/^AUTH_JWT_KEYS /);
  expect(problem).not.toContain('not-a-key-set');
});

test.each(['', `1:${'A'.repeat(43)}=`, `3:${'A'.repeat(43)}=, 2:${'B'.repeat(42)}A=`])(
  '%j can be the keys of ticket files',
  (TICKET_KEYS) => {
    expect(settingsProblems({ ...PUBLIC, TICKET_KEYS }, HOST)).toEqual([]);
  },
);

test.each([
  ['no version', `${'A'.repeat(43)}=`],
  ['a key that is too short', '1:AAAA'],
  ['version 0', `0:${'A'.repeat(43)}=`],
  ['the oldest first', `1:${'A'.repeat(43)}=,2:${'A'.repeat(43)}=`],
  ['a version twice', `1:${'A'.repeat(43)}=,1:${'B'.repeat(43)}=`],
])('keys of ticket files with %s are refused by name, and the sentence does not hold them', (_, TICKET_KEYS) => {
  const [sentence] = settingsProblems({ ...PUBLIC, TICKET_KEYS }, HOST);
  expect(sentence).toMatch(/^TICKET_KEYS is /);
  expect(sentence).not.toContain('AAAA');
});
