import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const load = async () => (await import('./script-address.ts')).scriptAddress;
const openSite = () => vi.stubGlobal('location', new URL('https://vouch.test/my-tickets'));

test.each(['/assets/code-reader-1a2b3c4.js', 'https://vouch.test/assets/x.js', '/sw.js?v=1'])(
  '%s is accepted as a script address',
  async (address) => {
    openSite();
    expect((await load())(address)).toBe(address);
  },
);

test.each([
  '/images/upload.webp',
  '/sw.js/else',
  '/assets/../images/upload.webp',
  '//other.test/assets/x.js',
  'https://other.test/sw.js',
  'data:text/javascript,1',
  'blob:https://vouch.test/assets/1',
  'javascript:1',
])('%s is refused as a script address', async (address) => {
  openSite();
  const scriptAddress = await load();
  expect(() => scriptAddress(address)).toThrow(TypeError);
});

test('a browser with Trusted Types gets a script address from the policy `vouch`, which is created once', async () => {
  openSite();
  const createScriptURL = vi.fn((address: string) => ({ trusted: address }));
  const createPolicy = vi.fn(() => ({ createScriptURL }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  const scriptAddress = await load();
  expect([scriptAddress('/sw.js'), scriptAddress('/assets/x.js')]).toEqual([
    { trusted: '/sw.js' },
    { trusted: '/assets/x.js' },
  ]);
  expect(createPolicy.mock.calls).toEqual([['vouch', expect.anything()]]);
});
