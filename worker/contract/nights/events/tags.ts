import * as v from 'valibot';

const MOST_TAGS = 3;
const TAG_LENGTH = 24;

/** Schema for tags. Puts them in lower case and drops repeats. */
export const Tags = (says: string) =>
  v.pipe(
    v.array(v.pipe(v.string(says), v.trim(), v.nonEmpty(says), v.maxLength(TAG_LENGTH, says), v.toLowerCase()), says),
    v.transform((given) => [...new Set(given)]),
    v.maxLength(MOST_TAGS, says),
  );
