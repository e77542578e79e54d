import { expect, test } from 'vitest';
import { relyingParty } from './relying-party.rules.ts';

test.each([
  ['https://vouch.example', [], 'vouch.example', ['https://vouch.example']],
  ['http://127.0.0.1:8787', [], 'localhost', ['http://localhost:8787']],
  ['http://[::1]:8787', [], 'localhost', ['http://localhost:8787']],
  ['http://localhost:8787', [], 'localhost', ['http://localhost:8787']],
  [
    'https://vouch.example',
    ['https://app.vouch.example/**', 'https://admin.vouch.example', 'vouch://open'],
    'vouch.example',
    ['https://vouch.example', 'https://app.vouch.example', 'https://admin.vouch.example'],
  ],
  [
    'https://vouch.example',
    ['https://*.vouch.example/**', 'https://**', 'https://a?.vouch.example/'],
    'vouch.example',
    ['https://vouch.example'],
  ],
])('for the site %s and the redirect targets %j, passkeys belong to %s', (site_url, redirect_allow, id, origins) => {
  expect(relyingParty({ site_url, redirect_allow })).toEqual({ id, name: 'Vouch', origins });
});
