import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../../worker/contract/nights/images.ts';
import { answerOf, isImage, thumbnail, uploadImage } from './upload-image.ts';

const KEY = '0123456789abcdef0123456789abcdef';

test('the server’s answer to an upload gives the picture’s URL or an error message', () => {
  expect(answerOf(200, `{"url":"/images/${KEY}"}`)).toBe(`/images/${KEY}`);
  expect(() => answerOf(422, '{"error":"Please select an image to upload"}')).toThrow(
    'Please select an image to upload',
  );
  expect(() => answerOf(502, 'Bad gateway')).toThrow('Failed to upload image');
  expect(() => answerOf(200, 'null')).toThrow('Failed to upload image');
});

test('a picture over 10 MB is refused before it is sent', async () => {
  const heavy = new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'poster.png', { type: 'image/png' });
  const sent = uploadImage(heavy, { slug: 'a-night', isVenue: false, onProgress: () => undefined });
  await expect(sent).rejects.toThrow('Please select an image to upload of at most 10 MB');
});

test('only a file of an image type is accepted', () => {
  expect(isImage(new File(['x'], 'poster.png', { type: 'image/png' }))).toBe(true);
  expect(isImage(new File(['x'], 'list.csv', { type: 'text/csv' }))).toBe(false);
  expect(isImage(undefined)).toBe(false);
});

test('a picture that we host is shown as a thumbnail; a picture on another site is shown in its original size', () => {
  expect(thumbnail(`/images/${KEY}`)).toBe(`/images/${KEY}?w=480`);
  expect(thumbnail('https://cdn.test/poster.jpg')).toBe('https://cdn.test/poster.jpg');
  expect(thumbnail(null)).toBeNull();
});
