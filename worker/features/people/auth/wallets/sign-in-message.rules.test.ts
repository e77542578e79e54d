import { expect, test } from 'vitest';
import { parseSignInMessage, refuseByClock, type SignInMessage } from './sign-in-message.rules.ts';

const WALLET = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const SOLANA_WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const ISSUED = '2030-01-01T00:00:00Z';

function ethereum(
  over: Record<string, string | null> = {},
  frame: { domain?: string; address?: string; middle?: string } = {},
): string {
  const fields = {
    URI: 'https://vouch.test/auth',
    Version: '1',
    'Chain ID': '1',
    Nonce: 'abcdef12',
    'Issued At': ISSUED,
    ...over,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]));
  const { domain = 'vouch.test', address = WALLET, middle = '\n' } = frame;
  return `${domain} wants you to sign in with your Ethereum account:\n${address}\n${middle}${lines.join('\n')}`;
}

const read = (text: string): SignInMessage => {
  const parsed = parseSignInMessage(text, 'ethereum');
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return parsed.message;
};

test('the address of an Ethereum message is read in lower case', () => {
  expect(read(ethereum())).toMatchObject({
    domain: 'vouch.test',
    address: WALLET.toLowerCase(),
    chain_id: '1',
    statement: null,
  });
});

test.each([
  ['an extra empty line', '\n\n', null],
  ['a statement', '\nReal names, real nights.\n\n', 'Real names, real nights.'],
  ['a statement that looks like a field', '\nURI: https://evil.test\n\n', 'URI: https://evil.test'],
])('a message with %s before its fields is accepted', (_, middle, statement) => {
  expect(read(ethereum({}, { middle })).statement).toBe(statement);
});

test('chain id and nonce are optional', () => {
  expect(read(ethereum({ 'Chain ID': null, Nonce: null }))).toMatchObject({
    chain_id: null,
    issued_at: new Date(ISSUED),
  });
});

test('a list of resources may follow the fields, with or without a colon after its heading', () => {
  expect(read(`${ethereum()}\nResources:\n- https://vouch.test/terms`).address).toBe(WALLET.toLowerCase());
  expect(read(`${ethereum()}\nResources\n- x:terms`).address).toBe(WALLET.toLowerCase());
});

test('the address of a Solana message is read with its upper and lower case', () => {
  const text = ethereum({ 'Chain ID': 'solana:mainnet' }, { address: SOLANA_WALLET }).replace('Ethereum', 'Solana');
  expect(parseSignInMessage(text, 'solana')).toMatchObject({
    message: { address: SOLANA_WALLET, chain_id: 'solana:mainnet' },
  });
});

test.each([
  ['that is too short', 'vouch.test wants you to sign in'],
  ['that is too long', `${ethereum()}\nRequest ID: ${'x'.repeat(20_480)}`],
  [
    'with too few lines',
    `vouch.test wants you to sign in with your Ethereum account:\n${WALLET}\n\nURI: https://vouch.test`,
  ],
  ['that names Solana instead of Ethereum', ethereum().replace('Ethereum', 'Solana')],
  ['with a scheme in the domain', ethereum({}, { domain: 'https://vouch.test' })],
  ['with userinfo in the domain', ethereum({}, { domain: 'vouch.test@evil.test' })],
  ['with userinfo before the domain', ethereum({}, { domain: 'evil@vouch.test' })],
  ['with a path behind the domain', ethereum({}, { domain: 'vouch.test/in' })],
  ['with a short address', ethereum({}, { address: WALLET.slice(0, -1) })],
  ['without an empty third line', ethereum({}, { middle: 'x\n' })],
  ['with carriage returns', ethereum().replaceAll('\n', '\r\n')],
  ['of version 2', ethereum({ Version: '2' })],
  ['without version', ethereum({ Version: null })],
  ['without URI', ethereum({ URI: null, 'Request ID': 'r' })],
  ['with a malformed URI', ethereum({ URI: 'vouch' })],
  ['with an http URI', ethereum({ URI: 'http://vouch.test/' })],
  ['with userinfo in the URI', ethereum({ URI: 'https://vouch.test@evil.test/' })],
  ['with a URI of another host', ethereum({ URI: 'https://evil.test/' })],
  ['with a URI of another port', ethereum({ URI: 'https://vouch.test:8443/' })],
  ['with chain id zero', ethereum({ 'Chain ID': '0' })],
  ['with a chain id in words', ethereum({ 'Chain ID': 'mainnet' })],
  ['with a short nonce', ethereum({ Nonce: 'abcdef1' })],
  ['without issue time', ethereum({ 'Issued At': null, 'Request ID': 'r' })],
  ['with an issue time that is only a date', ethereum({ 'Issued At': '2030-01-01' })],
  ['with month 13', ethereum({ 'Issued At': '2030-13-01T00:00:00Z' })],
  ['that expires before it is issued', ethereum({ 'Expiration Time': '2029-12-31T23:59:59Z' })],
  [
    'that starts after it expires',
    ethereum({ 'Expiration Time': '2030-01-01T00:01:00Z', 'Not Before': '2030-01-01T00:02:00Z' }),
  ],
  ['with an unknown field', ethereum({ Role: 'admin' })],
  ['with a field twice', `${ethereum()}\nURI: https://vouch.test/`],
  ['with resources that are not URIs', `${ethereum()}\nResources:\n- terms of use`],
  ['with a line after the resources', `${ethereum()}\nResources:\n- https://vouch.test/\nURI: https://evil.test/`],
])('a message %s is refused', (_, text) => {
  expect(parseSignInMessage(text, 'ethereum')).toHaveProperty('refusal');
});

test('a message may have equal times for its issue, its start and its expiry', () => {
  const [issued_at, expires_at, not_before] = Array.from({ length: 3 }, () => new Date(ISSUED));
  expect(read(ethereum({ 'Expiration Time': ISSUED, 'Not Before': ISSUED }))).toMatchObject({
    issued_at,
    expires_at,
    not_before,
  });
});

const refusalOf = (text: string) => Object.values(parseSignInMessage(text, 'ethereum'))[0];

test('a message must have 64 to 20,480 bytes', () => {
  const [wrong, few] = ['message must be 64 to 20480 bytes', 'message has too few lines'];
  expect([63, 64, 20_480, 20_481].map((bytes) => refusalOf('x'.repeat(bytes)))).toEqual([wrong, few, few, wrong]);
  expect(refusalOf(ethereum({ Role: 'admin' }))).toBe('line 6 of the fields is not valid');
});

test('http is allowed on the loopback address, and a default port is ignored', () => {
  expect(read(ethereum({ URI: 'http://127.0.0.1:8787/' }, { domain: '127.0.0.1:8787' })).uri.port).toBe('8787');
  expect(read(ethereum({}, { domain: 'vouch.test:443' })).uri.host).toBe('vouch.test');
});

test.each([
  ['issued now is accepted', {}, 0, false],
  ['issued ten minutes ago is accepted', {}, 600_000, false],
  ['issued a moment more than ten minutes ago is refused', {}, 600_001, true],
  ['issued ten minutes in the future is accepted', {}, -600_000, false],
  ['issued a moment more than ten minutes in the future is refused', {}, -600_001, true],
  ['that has not expired yet is accepted', { 'Expiration Time': '2030-01-01T00:01:00Z' }, 59_999, false],
  ['that has expired is refused', { 'Expiration Time': '2030-01-01T00:01:00Z' }, 60_000, true],
  ['that starts in the future is refused', { 'Not Before': '2030-01-01T00:01:00Z' }, 59_999, true],
  ['that has started is accepted', { 'Not Before': '2030-01-01T00:01:00Z' }, 60_000, false],
])('a message %s', (_, over, later, isRefused) => {
  const now = new Date(Date.parse(ISSUED) + later);
  expect(refuseByClock(read(ethereum(over)), now) !== null).toBe(isRefused);
});
