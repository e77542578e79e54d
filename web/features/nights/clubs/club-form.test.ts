import { expect, test, vi } from 'vitest';
import { makeApi } from '../../../api.ts';
import { readForm } from '../../../use-form.ts';
import { clubFormOf, editedClub, EMPTY_CLUB, NewClub } from './club-form.ts';
import { clubCalls, type Club } from './clubs.queries.ts';

const club = {
  ...EMPTY_CLUB,
  id: 'chess',
  slug: 'chess',
  name: 'Chess Society',
  status: 'active',
  updated_by: null,
  updated_at: '2026-11-01T12:00:00.000Z',
} as Club;

test('a club needs a name, and is active unless another status is chosen', () => {
  expect(readForm(NewClub, { ...EMPTY_CLUB, name: '  ' }).problems).toEqual({ name: 'Enter the club’s name.' });
  expect(readForm(NewClub, { ...EMPTY_CLUB, name: 'Chess Society' }).output?.json).toMatchObject({ status: 'active' });
});

test('an edit of a club sends only the changed fields and the version that the editor saw', () => {
  const form = { ...clubFormOf(club), email: 'chess@clubs.test' };
  const json = { email: 'chess@clubs.test', updated_at: club.updated_at };
  expect(readForm(editedClub(club), form).output).toEqual({ id: 'chess', json });
  expect(readForm(editedClub(club), { ...form, email: 'chess' }).problems).toEqual({ email: 'Invalid email format' });
});

test('a club update without an id throws', () => {
  const fetcher = vi.fn<typeof fetch>();
  const calls = clubCalls(makeApi('http://vouch.test', fetcher));
  expect(() => calls.save({ id: '', json: { updated_at: club.updated_at } })).toThrow('needs the id');
  expect(fetcher).not.toHaveBeenCalled();
});
