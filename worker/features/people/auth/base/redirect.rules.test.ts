import { expect, test } from 'vitest';
import { chooseRedirect, isAllowedRedirect } from './redirect.rules.ts';

const site = {
  site_url: 'https://vouch.test',
  redirect_allow: ['https://*.partner.test/in', 'https://deep.test/**', 'vouchapp://callback'],
};
const local = { site_url: 'http://127.0.0.1:8787', redirect_allow: [] };

test('a redirect may go to the site, to its paths, and to URLs that match an allowed pattern', () => {
  const allowed = [
    'https://vouch.test',
    'https://vouch.test/account?tab=1#top',
    'https://vouch.test:443/',
    'https://a.partner.test/in',
    'https://deep.test/a/b.html',
    'vouchapp://callback',
  ];
  expect(allowed.filter((url) => !isAllowedRedirect(site, url))).toEqual([]);
});

test('a URL that only resembles an allowed URL is refused', () => {
  const refused = [
    'http://vouch.test/',
    'https://vouch.test:444/',
    'https://user@vouch.test/',
    'https://a.b.partner.test/in',
    'https://a.partner.test/in/further',
    'https://evil.test/.partner.test/in',
    'https://evil.test#https://vouch.test',
    'https://vouch.test%2eevil.test/',
    'https://127.1/',
    'https://2130706433/',
    'https:vouch.test',
    'https:///vouch.test',
    '//vouch.test',
    '/account',
    'javascript://vouch.test/%0aalert(1)',
    `https://vouch.test/${'a'.repeat(3000)}`,
  ];
  expect(refused.filter((url) => isAllowedRedirect(site, url))).toEqual([]);
});

test('a site on the loopback address or on a localhost name allows redirects to all of its ports', () => {
  expect(isAllowedRedirect(local, 'http://127.0.0.1:5173/x')).toBe(true);
  expect(isAllowedRedirect(local, 'http://localhost:5173/x')).toBe(false);
  const named = { site_url: 'http://a.localhost:8787', redirect_allow: [] };
  expect(isAllowedRedirect(named, 'http://a.localhost:5173/x')).toBe(true);
});

test('a redirect URL can have at most 2,048 characters', () => {
  const long = 'https://vouch.test/'.padEnd(2048, 'a');
  expect([long, `${long}a`].map((url) => isAllowedRedirect(site, url))).toEqual([true, false]);
});

test('even the pattern ** allows no malformed host and no IP address except a loopback address', () => {
  const anywhere = { ...site, redirect_allow: ['**'] };
  const allowed = [
    'http://127.0.0.1:5173/in',
    'http://[::1]/in',
    'http://localhost/in',
    'http://a.localhost/in',
    'https://other.test/in',
  ];
  const refused = [
    'https://10.0.0.1/in',
    'https://[::2]/in',
    'https://a_b.test/in',
    'https://me@other.test/in',
    'https://:x@other.test/in',
    'data:text/html,x',
    'vouchapp://me@callback',
    'vouchapp://:x@callback',
  ];
  expect([...allowed, ...refused].filter((url) => isAllowedRedirect(anywhere, url))).toEqual(allowed);
});

test('the redirect goes to the requested URL if allowed, else to the referer if allowed, else to the site', () => {
  const evil = 'https://evil.test';
  expect(chooseRedirect(site, { wanted: evil, referer: 'https://vouch.test/x' })).toBe('https://vouch.test/x');
  expect(chooseRedirect(site, { wanted: evil, referer: evil })).toBe('https://vouch.test');
  expect(chooseRedirect(site, {})).toBe('https://vouch.test');
});
