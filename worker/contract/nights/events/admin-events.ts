import * as v from 'valibot';
import {
  AGE_POLICIES,
  DEFAULT_AGE_POLICY,
  DEFAULT_MAX_PCT,
  DEFAULT_MIN_PCT,
  MOST_CENTS,
  MOST_MAX_PCT,
} from '../../../../drizzle/vocabulary.ts';
import { cents } from '../../trade/money.ts';
import { clockChangeAt, clockChangeSentence } from '../../time/clock-change.ts';
import { eventPhase, isPublicAt } from './event-phase.ts';
import { readInstant } from '../../time/iso-time.ts';
import { isTooLong, rollEnd, TOO_LONG } from './event-times.ts';
import { Cursor, Limit, SeenVersion } from '../../paging.ts';
import { Tags } from './tags.ts';
import { OptionalText } from '../../text/optional-text.ts';
import { WebAddress } from '../../text/web-address.ts';

/** For the admin screens, which may import values only from the contract. */
export { AGE_POLICIES, DEFAULT_AGE_POLICY, DEFAULT_MAX_PCT, DEFAULT_MIN_PCT };

const NO_TITLE = 'Give the night a title.';
const NO_VENUE = 'Pick a venue.';
const NO_START = 'Enter when it starts.';
const NO_DATE = 'That isn’t a valid date and time.';
const NOT_JSON = 'The form must be a JSON object.';

/** Reads `yyyy-mm-ddThh:mm`. A text without a time zone is in New York time. */
const instantField = (says: string) =>
  v.pipe(
    v.string(says),
    v.nonEmpty(says),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      if (clockChangeAt(dataset.value) === 'skipped') {
        addIssue({ message: clockChangeSentence(dataset.value) ?? NO_DATE });
        return NEVER;
      }
      const instant = readInstant(dataset.value);
      if (instant !== null) return new Date(instant);
      addIssue({ message: NO_DATE });
      return NEVER;
    }),
  );

const noInstant = v.pipe(
  v.literal(''),
  v.transform(() => null),
);

const pct = (says: string) =>
  v.pipe(v.number(says), v.integer(says), v.minValue(-100, says), v.maxValue(MOST_MAX_PCT, says));

/** The allowed positions of a picture's focus point, in percent. A cropped picture still shows this point. */
export const FOCUS_STEPS = [0, 25, 50, 75, 100] as const;
const focus = v.picklist(FOCUS_STEPS, `The focus point must be one of ${FOCUS_STEPS.join(', ')} percent.`);

const EventFields = {
  title: v.pipe(v.string(NO_TITLE), v.trim(), v.nonEmpty(NO_TITLE), v.maxLength(200, 'Title too long')),
  venue_id: v.pipe(v.string(NO_VENUE), v.nonEmpty(NO_VENUE), v.maxLength(64, NO_VENUE)),
  description: OptionalText(5000, 'Description too long'),
  start_at: instantField(NO_START),
  end_at: v.nullish(v.union([noInstant, instantField(NO_DATE)], NO_DATE)),
  age_policy: v.picklist(AGE_POLICIES, `Age policy is one of ${AGE_POLICIES.join(', ')}.`),
  image_url: v.nullish(WebAddress('The image address must be a URL.')),
  focus_x: focus,
  focus_y: focus,
  tags: Tags('Use up to three tags of up to 24 characters.'),
  ticket_price: v.nullish(
    v.pipe(
      v.number('Enter the price in dollars.'),
      v.minValue(0, 'The price can’t be negative.'),
      v.maxValue(MOST_CENTS / 100, 'Price too high'),
      v.transform(cents),
    ),
  ),
  price_min_pct: pct('The lower end must be a whole percentage of at least -100.'),
  price_max_pct: pct(`The upper end must be a whole percentage of at most ${MOST_MAX_PCT}.`),
  is_published: v.boolean('is_published is true or false.'),
  publish_at: v.nullish(v.union([noInstant, instantField(NO_DATE)], NO_DATE)),
  organizer_id: v.nullish(v.pipe(v.string(), v.maxLength(64, 'Not a user id.'))),
};

/** Prices are sent in dollars and converted to cents. */
export const CreateEvent = v.pipe(
  v.object(
    {
      ...EventFields,
      age_policy: v.optional(EventFields.age_policy, DEFAULT_AGE_POLICY),
      focus_x: v.optional(EventFields.focus_x, 50),
      focus_y: v.optional(EventFields.focus_y, 50),
      tags: v.optional(EventFields.tags, []),
      price_min_pct: v.optional(EventFields.price_min_pct, DEFAULT_MIN_PCT),
      price_max_pct: v.optional(EventFields.price_max_pct, DEFAULT_MAX_PCT),
      is_published: v.optional(EventFields.is_published, true),
    },
    (issue) => missing(issue.path?.at(-1)?.key),
  ),
);
export type CreateEvent = v.InferOutput<typeof CreateEvent>;

export const EditEvent = v.object({ ...v.partial(v.object(EventFields)).entries, updated_at: SeenVersion }, NOT_JSON);
export type EditEvent = v.InferOutput<typeof EditEvent>;

/** The reason is shown on the event's page and in the mails about the cancellation. */
export const CancelEvent = v.object(
  {
    reason: OptionalText(500, 'Use at most 500 characters for the reason.'),
    updated_at: SeenVersion,
  },
  NOT_JSON,
);
export type CancelEvent = v.InferOutput<typeof CancelEvent>;

export const RestoreEvent = v.object({ updated_at: SeenVersion }, NOT_JSON);

/** The columns that a person may edit. A feed does not change a column that `edited_fields` names. */
export const EDITABLE = [
  'title',
  'venue_id',
  'description',
  'start_at',
  'end_at',
  'age_policy',
  'image_url',
  'focus_x',
  'focus_y',
  'tags',
  'ticket_price_cents',
  'price_min_pct',
  'price_max_pct',
  'is_published',
  'publish_at',
] as const;

export const EVENT_STATUSES = ['draft', 'scheduled', 'upcoming', 'on_now', 'over', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Lists the latest start first. `q` is a part of a title. */
export const ListAdminEvents = v.object({
  cursor: Cursor,
  limit: Limit(50, 200),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  venue_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  status: v.optional(
    v.picklist(
      ['draft', 'published', 'upcoming', 'over', 'unpriced'],
      'status is draft, published, upcoming, over or unpriced.',
    ),
  ),
});
export type ListAdminEvents = v.InferOutput<typeof ListAdminEvents>;

export function eventStatus(
  event: {
    is_published: boolean;
    publish_at: Date | null;
    cancelled_at: Date | null;
    start_at: Date;
    end_at: Date | null;
  },
  now: Date,
): EventStatus {
  if (!event.is_published) return 'draft';
  if (!isPublicAt(event, now)) return 'scheduled';
  if (event.cancelled_at) return 'cancelled';
  const [start_at, end_at] = [event.start_at.toISOString(), event.end_at?.toISOString() ?? null];
  return eventPhase({ start_at, end_at }, now.getTime());
}

export function storedEnd(start: Date, end: Date | null): Date | null {
  return end && new Date(rollEnd(start.getTime(), end.getTime()));
}

/** Returns the problems by field, or an empty object. */
export function eventIssues(event: {
  start_at: Date;
  end_at: Date | null;
  price_min_pct: number;
  price_max_pct: number;
}): Record<string, string> {
  return {
    ...(event.end_at && event.end_at < event.start_at ? { end_at: 'The end is before the start.' } : {}),
    ...(isTooLong(event.start_at.getTime(), event.end_at?.getTime() ?? null) ? { end_at: TOO_LONG } : {}),
    ...(event.price_min_pct > event.price_max_pct ? { price_min_pct: 'The lower end is above the upper end.' } : {}),
  };
}

function missing(key: unknown): string {
  if (key === 'title') return NO_TITLE;
  if (key === 'venue_id') return NO_VENUE;
  return key === 'start_at' ? NO_START : NOT_JSON;
}
