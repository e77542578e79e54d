import { expect, test, vi } from 'vitest';
import { makeApi } from '../../api.ts';
import { clubFormOf, editedClub, EMPTY_CLUB, newClub, typed } from './club-form.ts';
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
  expect(newClub({ ...EMPTY_CLUB, name: '  ' }).errors).toEqual({ name: 'Name the club.' });
  expect(newClub({ ...EMPTY_CLUB, name: 'Chess Society' }).input).toMatchObject({ status: 'active' });
});

test('any @ typed in the handle is stripped', () => {
  expect(typed(EMPTY_CLUB, { ig_handle: '@chess@bu' }).ig_handle).toBe('chessbu');
});

test('an edit carries what was changed and the version it was changed in', () => {
  const form = { ...clubFormOf(club), email: 'chess@clubs.test' };
  expect(editedClub(form, club).input).toEqual({ email: 'chess@clubs.test', updated_at: club.updated_at });
  expect(editedClub({ ...form, email: 'chess' }, club).errors).toEqual({ email: 'Invalid email format' });
});

test('a club update without an id throws', () => {
  const fetcher = vi.fn<typeof fetch>();
  const calls = clubCalls(makeApi('http://vouch.test', fetcher));
  expect(() => calls.edit({ id: '', json: { updated_at: club.updated_at } })).toThrow('needs the id');
  expect(fetcher).not.toHaveBeenCalled();
});
