import { expect, test, vi } from 'vitest';
import { onPersonLeaves, setSession } from './session.ts';

const signIn = (id: string) =>
  setSession({
    status: 'signed_in',
    user: { id, email: `${id}@vouch.test`, name: '' },
    role: 'user',
    second_factor: false,
  });

test('loaded data is dropped when the person signs out or another person signs in', () => {
  const forget = vi.fn<() => void>();
  onPersonLeaves(forget);
  signIn('buyer');
  signIn('buyer');
  expect(forget).not.toHaveBeenCalled();
  setSession({ status: 'signed_out' });
  expect(forget).toHaveBeenCalledTimes(1);
  signIn('buyer');
  expect(forget).toHaveBeenCalledTimes(1);
  signIn('seller');
  expect(forget).toHaveBeenCalledTimes(2);
});
