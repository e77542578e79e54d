import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToast, dismissToast, toasts } from './toast-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one toast is shown at a time, and a dismissed toast is removed after 1,000,000 ms', () => {
  addToast({ title: 'first' });
  addToast({ title: 'second' });
  expect(toasts().map(({ title }) => title)).toEqual(['second']);
  dismissToast(toasts()[0]!.id);
  expect(toasts()).toMatchObject([{ title: 'second', isOpen: false }]);
  vi.advanceTimersByTime(999_999);
  expect(toasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts()).toEqual([]);
});

test('a toast with its own `openMs` stays when a later toast appears, so that its button is not lost', () => {
  addToast({ title: 'accepted', openMs: 10_000, action: { label: 'Undo', run: () => undefined } });
  addToast({ title: 'later' });
  addToast({ title: 'last' });
  expect(toasts().map(({ title }) => title)).toEqual(['last', 'accepted']);
  dismissToast(toasts()[1]!.id);
  addToast({ title: 'next' });
  expect(toasts().map(({ title }) => title)).toEqual(['next']);
});
