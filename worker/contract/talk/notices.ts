import * as v from 'valibot';
import { NOTICE_CHANNELS, NOTICE_KINDS } from '../../../drizzle/vocabulary.ts';
import { Cursor } from '../paging.ts';
import { MINUTE } from '../time/durations.ts';

/** The parameter of an address by which a push message names its notification. */
export const OPENED_NEWS = 'news';

/** How many notifications one page of the list has. */
export const NOTICES_PAGE = 30;

/** A ticket opens one live connection within this time, in ms. */
export const NEWS_TICKET_MS = MINUTE;
/** A live connection is told for this time, in ms. The page connects again before. */
export const NEWS_SOCKET_MS = 10 * MINUTE;

/** `GET /api/my/notifications`. */
export const ReadNotices = v.object({ cursor: Cursor });

const Id = v.pipe(v.string('An id is a text.'), v.maxLength(64, 'An id has at most 64 characters.'));

/** `POST /api/my/notifications/seen`: some notifications, or all up to an instant. */
export const SeenNotices = v.union(
  [
    v.object({ ids: v.pipe(v.array(Id), v.maxLength(100, 'ids holds at most 100 ids.')) }),
    v.object({
      all_until: v.pipe(
        v.string(),
        v.isoTimestamp('all_until is an ISO 8601 instant.'),
        v.transform((text) => new Date(text)),
      ),
    }),
  ],
  'Name ids, or all_until.',
);
export type SeenNotices = v.InferOutput<typeof SeenNotices>;

/** `GET /api/my/news/live`: a live connection. */
export const ListenToNews = v.object({ ticket: v.pipe(v.string('ticket is missing.'), v.maxLength(200)) });

/** What a live connection says: how many notifications are unread. */
export const NewsFrame = v.object({ type: v.literal('news'), unread: v.number() });
export type NewsFrame = v.InferOutput<typeof NewsFrame>;

const Minute = v.pipe(v.number('A time is in minutes after midnight.'), v.integer(), v.minValue(0), v.maxValue(1439));

/** `PUT /api/my/notification-settings`: the quiet hours, and the kinds that the person does not want, by channel. */
export const NoticeSettingsInput = v.object({
  quiet: v.nullable(
    v.pipe(
      v.object({ from: Minute, until: Minute }),
      v.check(({ from, until }) => from !== until, 'Quiet hours begin and end at different times.'),
    ),
  ),
  off: v.pipe(
    v.array(v.object({ kind: v.picklist(NOTICE_KINDS), channel: v.picklist(NOTICE_CHANNELS) })),
    v.maxLength(NOTICE_KINDS.length * NOTICE_CHANNELS.length),
  ),
});
export type NoticeSettingsInput = v.InferOutput<typeof NoticeSettingsInput>;
