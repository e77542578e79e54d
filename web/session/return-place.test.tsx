import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKept } from './forget-kept.ts';
import { beginReturn, keepPlace, keptPath, noteSheet, PLACE_KEY, returnedSheet } from './return-place.ts';

const SHEET = { listing_id: 'listing', quantity: '2' };
let scrolled: ReturnType<typeof vi.fn>;

/** Sets the height of the page in pixels. The window shows 800 of them. */
const isLong = (height: number) => vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  noteSheet(null);
  scrolled = vi.fn<typeof scrollTo>();
  vi.stubGlobal('scrollTo', scrolled);
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('scrollY', 640);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a person returns to the same page, purchase sheet and scroll position', async () => {
  noteSheet(SHEET);
  keepPlace('/events/a-night');
  noteSheet(null);
  isLong(900);
  expect(keptPath()).toBe('/events/a-night');
  expect(beginReturn('/events/a-night')).toBe(true);
  expect(returnedSheet()).toEqual(SHEET);
  await vi.advanceTimersByTimeAsync(200);
  expect(scrolled).not.toHaveBeenCalled();
  isLong(2000);
  await vi.advanceTimersByTimeAsync(200);
  expect(scrolled.mock.calls).toEqual([[{ top: 640, behavior: 'instant' }]]);
  noteSheet(SHEET);
  expect(returnedSheet()).toBeNull();
});

test('a page that stays short is scrolled to its end after three seconds', async () => {
  keepPlace('/events/a-night');
  isLong(900);
  beginReturn('/events/a-night');
  await vi.advanceTimersByTimeAsync(3100);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test('a stored place works once, only for its own page, and ends after an hour or when the person signs out', () => {
  keepPlace('/events/a-night');
  expect(beginReturn('/events/another-night')).toBe(false);
  expect(beginReturn('/events/a-night')).toBe(true);
  expect(beginReturn('/events/a-night')).toBe(false);
  keepPlace('/events/a-night');
  vi.advanceTimersByTime(3_600_000);
  expect(keptPath()).toBeNull();
  keepPlace('/events/a-night');
  forgetKept();
  expect(keptPath()).toBeNull();
});

test.each(['{', '"text"', '{"path":7}', 'null'])('a storage that contains %s has no place to return to', (kept) => {
  localStorage.setItem(PLACE_KEY, kept);
  expect(keptPath()).toBeNull();
  expect(beginReturn('/events/a-night')).toBe(false);
});
