import { expect, test } from 'vitest';
import { imageKey, imageSrcset, imageUrl, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, fittingWidth } from './images.ts';

const KEY = '0123456789abcdef0123456789abcdef';

test('an uploaded image has a source for every width, and an image from another site has none', () => {
  const url = imageUrl(KEY);
  expect(imageSrcset(url)).toBe(`${url}?w=480 480w, ${url}?w=960 960w, ${url}?w=1600 1600w`);
  expect(imageSrcset('https://cdn.test/poster.jpg')).toBeUndefined();
  expect(imageSrcset(null)).toBeUndefined();
});

test.each([null, '', KEY, `/images/${KEY}/480.avif`, `https://evil.test/images/${KEY}`, '/images/../secret'])(
  '%j is not the URL of an uploaded image',
  (url) => {
    expect(imageKey(url)).toBeNull();
  },
);

test('a request for a width gets the smallest stored width that is large enough, or else the largest', () => {
  expect([1, 480, 481, 1600, 5000].map(fittingWidth)).toEqual([480, 480, 960, 1600, 1600]);
});

test('the limits of an upload are 10 MiB and 25 megapixels', () => {
  expect([MAX_IMAGE_BYTES / 2 ** 20, MAX_IMAGE_PIXELS / 1e6]).toEqual([10, 25]);
});
