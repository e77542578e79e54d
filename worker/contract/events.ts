import * as v from 'valibot';

/** The end of one page of the events list: start in UTC ms, a dot, the id. */
const CURSOR = /^(\d{1,15})\.([0-9A-Za-z-]{1,64})$/;

/** `GET /api/events`: `limit` from 1 to 200, `cursor` from the previous answer. */
export const ListEvents = v.object({
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.regex(CURSOR, 'That cursor is not one of ours. Start from the first page.'),
      v.transform((cursor) => {
        const [start_at = '', id = ''] = cursor.split('.');
        return { start_at: Number(start_at), id };
      }),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'limit is a whole number from 1 to 200.'),
      v.transform(Number),
      v.minValue(1, 'limit is a whole number from 1 to 200.'),
      v.maxValue(200, 'limit is a whole number from 1 to 200.'),
    ),
    '200',
  ),
});

/** `GET /api/events/{slug}`: `with=listings` adds them to the same answer, in the same round trip. */
export const ReadEvent = v.object({ with: v.optional(v.literal('listings', 'with may only be listings.')) });

/** The cursor after a row. */
export function cursorOf(row: { start_at: Date; id: string }): string {
  return `${row.start_at.getTime()}.${row.id}`;
}
