import * as v from 'valibot';
import { MAX_IMAGE_BYTES } from './images.ts';

export const NO_FILE = 'No file selected';
export const NOT_AN_IMAGE = 'Please select an image to upload';
export const TOO_HEAVY = `${NOT_AN_IMAGE} of at most 10 MB`;
export const TOO_MANY_PIXELS = `${NOT_AN_IMAGE} of at most 25 megapixels`;

const textFlag = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text === 'true'),
  ),
  'false',
);

const NO_TARGET = 'Choose the event or venue for the image.';

/** If `isVenue` is true, `eventSlug` is a venue's slug. `following` adds the image to later events of the series. */
export const UploadImage = v.object(
  {
    file: v.pipe(
      v.instance(File, NO_FILE),
      v.check((file) => file.size > 0 || file.name !== '', NO_FILE),
      v.check(
        (file) => file.type === '' || file.type.startsWith('image/') || file.type === 'application/octet-stream',
        NOT_AN_IMAGE,
      ),
      v.maxSize(MAX_IMAGE_BYTES, TOO_HEAVY),
    ),
    eventSlug: v.pipe(v.string(NO_TARGET), v.nonEmpty(NO_TARGET)),
    isVenue: textFlag,
    following: textFlag,
  },
  (issue) => (issue.path?.at(-1)?.key === 'file' ? NO_FILE : NO_TARGET),
);
