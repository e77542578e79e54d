import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authIdentities, authUsers, authWeb3Messages } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import { post, withVars, type Tokens } from '../../../support/worker/people/auth-client.ts';
import { ethereumWallet, signInText, solanaWallet } from '../../../support/worker/people/wallets.ts';
import { sortedStatuses } from '../../../support/worker/trade/deals/calls.ts';

const MINUTE = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const grant = (body: Record<string, unknown>) => post('/token?grant_type=web3', { chain: 'ethereum', ...body });
const identitiesOf = (address: string) =>
  db
    .select()
    .from(authIdentities)
    .where(inArray(authIdentities.provider_id, [`web3:ethereum:${address}`, `web3:solana:${address}`]));

test('an Ethereum address signs in as the same user in lower case and in upper case', async () => {
  const wallet = ethereumWallet(1);
  const message = signInText('Ethereum', wallet.address, { fields: { 'Chain ID': '1' } });
  const first = await grant({ message, signature: wallet.sign(message) });
  expect(first.status).toBe(200);
  const { user } = await first.json<Tokens>();
  expect(user).toMatchObject({
    email: '',
    app_metadata: { provider: 'web3' },
    identities: [{ id: `web3:ethereum:${wallet.address}` }],
  });
  const shouted = signInText('Ethereum', `0x${wallet.address.slice(2).toUpperCase()}`);
  const again = await grant({ message: shouted, signature: wallet.sign(shouted) });
  expect((await again.json<Tokens>()).user.id).toBe(user.id);
  expect(await identitiesOf(wallet.address)).toHaveLength(1);
  expect(await db.select().from(authUsers).where(eq(authUsers.id, user.id))).toHaveLength(1);
});

test('a Solana address signs in as the same user from a software wallet and from a hardware wallet', async () => {
  const wallet = await solanaWallet();
  const plain = signInText('Solana', wallet.address, { fields: { 'Chain ID': 'solana:mainnet' } });
  const first = await grant({ chain: 'solana', message: plain, signature: await wallet.sign(plain) });
  expect(first.status).toBe(200);
  const wrapped = signInText('Solana', wallet.address);
  const text = new TextEncoder().encode(wrapped);
  const head = [0xff, ...new TextEncoder().encode('solana offchain'), 0, 1, text.length & 0xff, text.length >> 8];
  const signature = btoa(String.fromCodePoint(...(await wallet.signBytes(new Uint8Array([...head, ...text])))));
  const second = await grant({ chain: 'solana', message: wrapped, signature });
  expect((await second.json<Tokens>()).user.id).toBe((await first.json<Tokens>()).user.id);
});

test('a signed message signs in only once, even if it is sent three times at the same moment', async () => {
  const wallet = ethereumWallet(2);
  const message = signInText('Ethereum', wallet.address);
  const body = { message, signature: wallet.sign(message) };
  const answers = await Promise.all([grant(body), grant(body), grant(body)]);
  expect(sortedStatuses(answers)).toEqual([200, 400, 400]);
  expect((await grant(body)).status).toBe(400);
  expect(await db.select().from(authWeb3Messages).where(eq(authWeb3Messages.address, wallet.address))).toHaveLength(1);
});

const iso = (date: Date) => ({ fields: { 'Expiration Time': date.toISOString() } });

test.each([
  ['that expired a minute ago', () => ({ issued_at: ago(2 * MINUTE), ...iso(ago(MINUTE)) })],
  ['that is not valid yet', () => ({ fields: { 'Not Before': ago(-MINUTE).toISOString() } })],
  ['issued eleven minutes ago', () => ({ issued_at: ago(11 * MINUTE) })],
  ['issued eleven minutes in the future', () => ({ issued_at: ago(-11 * MINUTE) })],
  ['for another site', () => ({ domain: 'evil.test', uri: 'https://evil.test/' })],
  ['whose domain is another site', () => ({ domain: 'evil.test' })],
  ['whose URI is another site', () => ({ uri: 'https://evil.test/' })],
  ['whose URI hides another site', () => ({ uri: 'http://127.0.0.1:8787@evil.test/' })],
  ['of version 2', () => ({ fields: { Version: '2' } })],
])('a correctly signed message %s is refused', async (_, words) => {
  const wallet = ethereumWallet(3);
  const message = signInText('Ethereum', wallet.address, words());
  const answer = await grant({ message, signature: wallet.sign(message) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  expect(await identitiesOf(wallet.address)).toEqual([]);
});

const wallet = ethereumWallet(4);
const signed = signInText('Ethereum', wallet.address);
const { rs, v } = wallet.parts(signed);

test.each<[string, string]>([
  ['with recovery byte 9', `0x${rs}09`],
  ['with s in its high half', wallet.signHigh(signed)],
  ['of 64 bytes', `0x${rs}`],
  ['of 66 bytes', `0x${rs}${'00'.repeat(2)}`],
  ['without the prefix 0x', `${rs}${v + 27}`],
  ['that is not hexadecimal', `0x${'zz'.repeat(65)}`],
  ['of zeros', `0x${'00'.repeat(65)}`],
  ['of ones', `0x${'ff'.repeat(65)}`],
  ['of another message', ethereumWallet(4).sign(`${signed}\nNonce: 12345678`)],
  ['of another wallet', ethereumWallet(5).sign(signed)],
])('an Ethereum signature %s is refused with 400', async (_, signature) => {
  expect((await grant({ message: signed, signature })).status).toBe(400);
  expect(await identitiesOf(wallet.address)).toEqual([]);
});

test('malformed Solana signatures and addresses are refused with 400', async () => {
  const mine = await solanaWallet();
  const message = signInText('Solana', mine.address);
  const good = await mine.sign(message);
  const other = await (await solanaWallet()).sign(message);
  for (const signature of ['', 'AA', '!'.repeat(86), good.slice(1), `${good}A`, other, '0'.repeat(86)]) {
    expect((await grant({ chain: 'solana', message, signature })).status).toBe(400);
  }
  for (const address of [
    `0${mine.address.slice(1)}`,
    'l'.repeat(44),
    '1'.repeat(44),
    'z'.repeat(44),
    mine.address.slice(0, 20),
  ]) {
    const foreign = signInText('Solana', address);
    expect((await grant({ chain: 'solana', message: foreign, signature: await mine.sign(foreign) })).status).toBe(400);
  }
  expect(await identitiesOf(mine.address)).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown chain', { chain: 'dogecoin', message: signed, signature: 'x' }, 'web3_unsupported_chain'],
  ['a chain called “constructor”', { chain: 'constructor', message: signed, signature: 'x' }, 'web3_unsupported_chain'],
  ['no chain', { chain: null, message: signed, signature: 'x' }, 'web3_unsupported_chain'],
  ['no message', { signature: 'x' }, 'validation_failed'],
  ['a message that is a number', { message: 7, signature: 'x' }, 'validation_failed'],
  ['no signature', { message: signed }, 'validation_failed'],
  ['a signature that is a list', { message: signed, signature: ['x'] }, 'validation_failed'],
])('a sign-in by wallet with %s is refused with 400', async (_, body, code) => {
  const answer = await grant(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: code });
});

test('a sign-in by wallet is refused with 422 while wallets are switched off', async () => {
  const answer = await post(
    '/token?grant_type=web3',
    { chain: 'ethereum' },
    { bindings: withVars({ AUTH_WEB3: 'false' }) },
  );
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ error_code: 'web3_provider_disabled' });
});
