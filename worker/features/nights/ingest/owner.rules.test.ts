import { expect, test } from 'vitest';
import { ADMIN_SOURCE } from '../../../contract/nights/ingest.ts';
import { mayChange, mayName, personalSource } from './owner.rules.ts';

const FEED = { source: null, reserved: ['city'], organizer_id: null };

test('a feed without a fixed source may name any source except those of admins, organizers and other feeds', () => {
  const sources = ['club', 'city', ADMIN_SOURCE, personalSource('a-student'), 'an organizer'];
  expect(sources.filter((source) => mayName(FEED, source))).toEqual(['club', 'an organizer']);
});

test('organizers, and feeds bound to a source, may change only their own events', () => {
  const [mine, foreign] = [
    { source: 'club', organizer_id: 'me' },
    { source: personalSource('me'), organizer_id: 'other' },
  ];
  const organizer = { source: personalSource('me'), reserved: [], organizer_id: 'me' };
  expect([mine, foreign].map((event) => mayChange(organizer, event))).toEqual([true, false]);
  expect(
    ['city', 'club'].map((source) => mayChange({ ...FEED, source: 'city' }, { source, organizer_id: null })),
  ).toEqual([true, false]);
  expect(['city', 'club'].map((source) => mayChange(FEED, { source, organizer_id: 'other' }))).toEqual([false, true]);
});
