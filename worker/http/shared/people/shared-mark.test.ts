import { expect, test } from 'vitest';
import { foldAddress, markHash } from './shared-mark.ts';

const env = { AUTH_PEPPER: 'a pepper of the tests, long enough' };

test('a value keeps its mark as long as its kind and the pepper stay the same', async () => {
  const mark = await markHash(env, { kind: 'phone', value: '12125550100' });
  expect(mark).toMatch(/^[0-9a-f]{64}$/);
  expect(await markHash(env, { kind: 'phone', value: '12125550100' })).toBe(mark);
  expect(await markHash(env, { kind: 'card', value: '12125550100' })).not.toBe(mark);
  expect(await markHash({ AUTH_PEPPER: 'another pepper' }, { kind: 'phone', value: '12125550100' })).not.toBe(mark);
});

test.each([
  ['Ana@BU.edu', 'ana@bu.edu'],
  ['ana+vouch+2@bu.edu', 'ana@bu.edu'],
  ['ana.b@bu.edu', 'ana.b@bu.edu'],
  ['A.n.a+x@GoogleMail.com', 'ana@gmail.com'],
])('a mail to %s arrives in the inbox %s', (address, inbox) => {
  expect(foldAddress(address)).toBe(inbox);
});
