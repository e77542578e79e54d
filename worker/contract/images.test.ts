import { expect, test } from 'vitest';
import { imageKey, imageSrcset, imageUrl, nearestWidth } from './images.ts';

const KEY = '0123456789abcdef0123456789abcdef';

test('an image of ours has a candidate for every width, an image elsewhere none', () => {
  const url = imageUrl(KEY);
  expect(imageSrcset(url)).toBe(`${url}?w=480 480w, ${url}?w=960 960w, ${url}?w=1600 1600w`);
  expect(imageSrcset('https://cdn.test/poster.jpg')).toBeUndefined();
  expect(imageSrcset(null)).toBeUndefined();
});

test.each([null, '', KEY, `/images/${KEY}/480.avif`, `https://evil.test/images/${KEY}`, '/images/../secret'])(
  '%j names no image of ours',
  (url) => {
    expect(imageKey(url)).toBeNull();
  },
);

test('a requested width is served by the smallest stored one that is at least as wide', () => {
  expect([1, 480, 481, 1600, 5000].map(nearestWidth)).toEqual([480, 480, 960, 1600, 1600]);
});
