import * as v from 'valibot';
import { NOTICE_CHANNELS, NOTICE_KINDS } from '../../../drizzle/vocabulary.ts';
import { Cursor } from '../paging.ts';
import { MINUTE } from '../time/durations.ts';

/** The URL parameter with the id of the notification whose push message opened the page. */
export const OPENED_NEWS = 'news';

export const NOTICES_PAGE = 30;

/** How long a ticket that opens a live connection is valid, in ms. */
export const NEWS_TICKET_MS = MINUTE;
/** A live connection gets news for this long, in ms. The page reconnects before that. */
export const NEWS_SOCKET_MS = 10 * MINUTE;

export const ReadNotices = v.object({ cursor: Cursor });

const Id = v.pipe(v.string('An id must be text.'), v.maxLength(64, 'An id must be at most 64 characters.'));

export const SeenNotices = v.union(
  [
    v.object({ ids: v.pipe(v.array(Id), v.maxLength(100, 'Send at most 100 ids.')) }),
    v.object({
      all_until: v.pipe(
        v.string(),
        v.isoTimestamp('all_until is an ISO 8601 instant.'),
        v.transform((text) => new Date(text)),
      ),
    }),
  ],
  'Send ids, or all_until.',
);
export type SeenNotices = v.InferOutput<typeof SeenNotices>;

export const ListenToNews = v.object({ ticket: v.pipe(v.string('ticket is missing.'), v.maxLength(200)) });

export const NewsFrame = v.variant('type', [
  v.object({ type: v.literal('news'), unread: v.number() }),
  v.object({ type: v.literal('let_in') }),
]);
export type NewsFrame = v.InferOutput<typeof NewsFrame>;

const Minute = v.pipe(v.number('A time is in minutes after midnight.'), v.integer(), v.minValue(0), v.maxValue(1439));

/** `off` lists pairs of a kind and a channel: the person gets no notices of this kind on this channel. */
export const NoticeSettingsInput = v.object({
  quiet: v.nullable(
    v.pipe(
      v.object({ from: Minute, until: Minute }),
      v.check(({ from, until }) => from !== until, 'Quiet hours must begin and end at different times.'),
    ),
  ),
  off: v.pipe(
    v.array(v.object({ kind: v.picklist(NOTICE_KINDS), channel: v.picklist(NOTICE_CHANNELS) })),
    v.maxLength(NOTICE_KINDS.length * NOTICE_CHANNELS.length),
  ),
});
export type NoticeSettingsInput = v.InferOutput<typeof NoticeSettingsInput>;
