import * as v from 'valibot';

/** An instant in UTC ms, a dot, the row's id. */
const CURSOR = /^(\d{1,15})\.([0-9A-Za-z-]{1,64})$/;
const NOT_OURS = 'That cursor isn’t one of ours. Start from the first page.';

export interface PageCursor {
  at: Date;
  id: string;
}

export const Cursor = v.optional(
  v.pipe(
    v.string(),
    v.regex(CURSOR, NOT_OURS),
    v.transform((cursor): PageCursor => {
      const [at = '', id = ''] = cursor.split('.');
      return { at: new Date(Number(at)), id };
    }),
  ),
);

export const Limit = (byDefault: number, max: number) => {
  const says = `limit is a whole number from 1 to ${max}.`;
  return v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, says), v.transform(Number), v.minValue(1, says), v.maxValue(max, says)),
    String(byDefault),
  );
};

/**
 * Returns the cursor of the next page, or null if this page is not full. The page after a full page can be empty,
 * because no query looks beyond its own page.
 */
export function nextCursor<R>(
  rows: readonly R[],
  size: number,
  at: (last: R) => { at: Date; id: string },
): string | null {
  const last = rows.at(-1);
  if (!last || rows.length < size) return null;
  const end = at(last);
  return `${end.at.getTime()}.${end.id}`;
}

/** The `updated_at` of the row as the person saw it. A write that is based on an older version is refused. */
export const SeenVersion = v.pipe(
  v.string('updated_at must be the version you saw.'),
  v.isoTimestamp('updated_at is an ISO 8601 instant.'),
  v.transform((text) => new Date(text)),
);

/** The query of a DELETE. If `updated_at` is given, a row that was saved after it is not deleted. */
export const SeenBefore = v.object({ updated_at: v.optional(SeenVersion) });

/** Returns a version that is always later than the previous one, even within one millisecond. */
export function nextVersion(seen: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), seen.getTime() + 1));
}
