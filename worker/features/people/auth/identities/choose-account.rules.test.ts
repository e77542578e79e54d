import { expect, test } from 'vitest';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { decideAccount, type AccountFacts } from './choose-account.rules.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const user = (id: string, over: Partial<AuthUser> = {}) =>
  ({ id, email_confirmed_at: NOW, banned_until: null, ...over }) as AuthUser;
const facts = (over: Partial<AccountFacts>): AccountFacts => ({
  of_identity: undefined,
  of_email: undefined,
  is_proven: false,
  email: 'a.student@vouch.test',
  email_verified: true,
  signups: true,
  now: NOW,
  ...over,
});
const banned = { banned_until: new Date(NOW.getTime() + 1) };

test.each<[string, Partial<AccountFacts>, string]>([
  ['a known identity', { of_identity: user('a') }, 'sign_in a'],
  ['a known identity with the address of another user', { of_identity: user('a'), of_email: user('b') }, 'sign_in a'],
  ['a known identity with an unverified address', { of_identity: user('a'), email_verified: false }, 'sign_in a'],
  ['a known identity with sign-ups closed', { of_identity: user('a'), signups: false }, 'sign_in a'],
  ['a known identity of a banned user', { of_identity: user('a', banned) }, 'user_banned'],
  ['a known identity of a user whose ban has ended', { of_identity: user('a', { banned_until: NOW }) }, 'sign_in a'],
  ['a confirmed user of the address', { of_email: user('b') }, 'join b'],
  ['a confirmed user of the address with sign-ups closed', { of_email: user('b'), signups: false }, 'join b'],
  ['an unconfirmed user of the address', { of_email: user('b', { email_confirmed_at: null }) }, 'take_over b'],
  [
    'an account that has another proven sign-in method but never confirmed this address',
    { of_email: user('b', { email_confirmed_at: null }), is_proven: true },
    'reclaim b',
  ],
  [
    'a banned account that has another proven sign-in method but never confirmed this address',
    { of_email: user('b', { email_confirmed_at: null, ...banned }), is_proven: true },
    'reclaim b',
  ],
  [
    'an account that has another proven sign-in method and has confirmed this address',
    { of_email: user('b'), is_proven: true },
    'join b',
  ],
  ['a banned user of the address', { of_email: user('b', banned) }, 'user_banned'],
  [
    'an unverified address of a known user',
    { of_email: user('b'), email_verified: false },
    'provider_email_needs_verification',
  ],
  ['an unverified address of no user', { email_verified: false }, 'provider_email_needs_verification'],
  ['an unknown person', {}, 'create'],
  ['an unknown person without an address', { email: null, email_verified: false }, 'create'],
  ['an unknown person with sign-ups closed', { signups: false }, 'signup_disabled'],
])('signing in chooses the right account or refuses: %s', (_, over, expected) => {
  const decision = decideAccount(facts(over));
  const outcome =
    decision.act === 'refuse'
      ? decision.reason
      : [decision.act, 'user_id' in decision ? decision.user_id : []].flat().join(' ');
  expect(outcome).toBe(expected);
});
