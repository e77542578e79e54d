import * as v from 'valibot';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../drizzle/vocabulary.ts';
import { WHEN_NAMES } from '../nights/events/event-dates.ts';
import { Cursor, Limit, SeenVersion } from '../paging.ts';
import { OptionalText } from '../text/optional-text.ts';

export const MAX_BULK = 100;

const filters = <S extends readonly [string, ...string[]]>(statuses: S) => ({
  cursor: Cursor,
  limit: Limit(50, 200),
  status: v.optional(v.picklist(statuses, `status is one of ${statuses.join(', ')}.`)),
  /** The start of an address. */
  email: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255))),
  format: v.optional(v.picklist(['json', 'csv'], 'format is json or csv.'), 'json'),
});

/** Input for a list of waitlist entries, the newest first. `event_id=none` means the waitlist of Vouch itself. */
export const ListWaitlist = v.object({
  ...filters(WAITLIST_STATUSES),
  event_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** Only waitlists of events on these New York nights. */
  when: v.optional(v.picklist(WHEN_NAMES, 'when is tonight, tomorrow or weekend.')),
});

export const ListApplications = v.object(filters(RESELLER_STATUSES));

const review = <S extends readonly [string, ...string[]]>(statuses: S) =>
  v.object({
    status: v.optional(v.picklist(statuses, `status is one of ${statuses.join(', ')}.`)),
    note: OptionalText(2000, 'Note too long'),
    updated_at: SeenVersion,
  });

/** `updated_at` is the version that the reviewer saw. */
export const ReviewEntry = review(WAITLIST_STATUSES);
export const ReviewApplication = v.object({
  ...review(RESELLER_STATUSES).entries,
  /** The mail about the status `needs_info` quotes this question. */
  question: OptionalText(1000, 'Use at most 1,000 characters for the question.'),
});

const bulk = <S extends readonly [string, ...string[]]>(statuses: S) =>
  v.object({
    status: v.picklist(statuses, `status is one of ${statuses.join(', ')}.`),
    items: v.pipe(
      v.array(v.object({ id: v.pipe(v.string(), v.maxLength(64)), updated_at: SeenVersion })),
      v.minLength(1, 'Choose at least one.'),
      v.maxLength(MAX_BULK, `Choose at most ${MAX_BULK}.`),
      v.check((items) => new Set(items.map(({ id }) => id)).size === items.length, 'One of them is listed twice.'),
    ),
  });

/** If one row cannot change, no row changes. */
export const ReviewEntries = bulk(WAITLIST_STATUSES);
export const ReviewApplications = bulk(RESELLER_STATUSES);

/** `ids` are the rows of one decision. `undo_until` comes from the response to that decision. */
export const UndoDecisions = v.object({
  ids: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(64))),
    v.minLength(1, 'Choose at least one.'),
    v.maxLength(MAX_BULK, `Choose at most ${MAX_BULK}.`),
    v.check((ids) => new Set(ids).size === ids.length, 'One of them is listed twice.'),
  ),
  undo_until: SeenVersion,
});
