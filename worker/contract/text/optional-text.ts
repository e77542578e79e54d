import * as v from 'valibot';

/** An empty field becomes null. */
export const OptionalText = (max: number, tooLong: string) =>
  v.nullish(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(max, tooLong),
      v.transform((text) => text || null),
    ),
  );
