import { expect, test } from 'vitest';
import { brokenConstraint } from './constraint.ts';

const ofD1 = (text: string) => new Error('Failed query: insert …', { cause: new Error(`D1_ERROR: ${text}`) });

test.each([
  ['UNIQUE constraint failed: events.slug: SQLITE_CONSTRAINT', { kind: 'unique', name: 'events.slug' }],
  [
    'UNIQUE constraint failed: events.name_key, events.venue_id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
    { kind: 'unique', name: 'events.name_key, events.venue_id' },
  ],
  [
    "UNIQUE constraint failed: index 'auth_users_email': SQLITE_CONSTRAINT",
    { kind: 'unique', name: "index 'auth_users_email'" },
  ],
  ['CHECK constraint failed: listings_quantity: SQLITE_CONSTRAINT', { kind: 'check', name: 'listings_quantity' }],
  ['NOT NULL constraint failed: events.title: SQLITE_CONSTRAINT', { kind: 'not_null', name: 'events.title' }],
  ['FOREIGN KEY constraint failed: SQLITE_CONSTRAINT', { kind: 'foreign_key', name: '' }],
  [
    'audit_chain_follows: an entry must follow the last entry: SQLITE_CONSTRAINT',
    { kind: 'trigger', name: 'audit_chain_follows' },
  ],
])('%s', (text, constraint) => {
  expect(brokenConstraint(ofD1(text))).toEqual(constraint);
});

test.each([
  ofD1('no such table: events: SQLITE_ERROR'),
  new Error('Failed query: params: D1_ERROR: UNIQUE constraint failed: a.b'),
  'UNIQUE',
])('a constraint failure is recognized only at the start of an error of D1, not in: %s', (error) => {
  expect(brokenConstraint(error)).toBeNull();
});
