import { MOST_CENTS } from '../../../drizzle/vocabulary.ts';
import * as v from 'valibot';
import { readPlace } from '../text/address.ts';
import { isWeb } from '../text/web-address.ts';
import { isTooLong, TOO_LONG } from './events/event-times.ts';
import { endAfter, readInstant } from '../time/iso-time.ts';
import { cents } from '../trade/money.ts';
import { Tags } from './events/tags.ts';

export const MAX_INGEST_ITEMS = 500;

/** The source of an event that was created in the admin area. */
export const ADMIN_SOURCE = 'admin';

/** The source of a webhook event that names no source. */
const DEFAULT_SOURCE = 'webhook';
const MAX_DOLLARS = MOST_CENTS / 100;

/** Control characters become spaces. Text with several lines keeps its tabs and line breaks. */
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_IN_PROSE = /[^\P{Cc}\t\n\r]/gu;
const A_TIME = 'must be an ISO 8601 date and time that exists, like 2026-12-04T22:00:00.';

const text = (field: string, max: number, controls = CONTROLS) =>
  v.pipe(
    v.string(`${field} must be text.`),
    v.transform((given) => given.toWellFormed().replaceAll(controls, ' ').trim()),
    v.maxLength(max, `${field} must be at most ${max} characters.`),
  );

const required = (field: string, max: number) => v.pipe(text(field, max), v.nonEmpty(`${field} is required.`));

/** An empty text counts as null. */
const optional = (field: string, max: number, controls = CONTROLS) =>
  v.nullish(
    v.pipe(
      text(field, max, controls),
      v.transform((given) => given || null),
    ),
  );

const time = (field: string) =>
  v.pipe(
    text(field, 40),
    v.nonEmpty(`${field} is required.`),
    v.check((given) => readInstant(given) !== null, `${field} ${A_TIME}`),
    v.transform((given) => ({ text: given, at: readInstant(given)! })),
  );

const price = (field: string) =>
  v.nullish(
    v.pipe(
      v.number(`${field} must be a number of dollars.`),
      v.finite(`${field} must be a number of dollars.`),
      v.minValue(0, `${field} must not be below 0.`),
      v.maxValue(MAX_DOLLARS, `${field} must be at most ${MAX_DOLLARS}.`),
      v.transform(cents),
    ),
  );

const imageUrl = v.nullish(
  v.pipe(
    text('image_url', 2048),
    v.check((given) => given === '' || isWeb(given), 'image_url must be an http or https URL.'),
    v.transform((given) => given || null),
  ),
);

const TAGS = 'tags must be a list of at most 3 texts of at most 24 characters.';

const tags = v.nullish(Tags(TAGS));

function missing(issue: v.BaseIssue<unknown>): string {
  const key = issue.path?.at(-1)?.key;
  return typeof key === 'string' ? `${key} is required.` : 'An event must be a JSON object.';
}

/**
 * Turns one event of the webhook into its row: instants in UTC ms, money in cents. A missing field is undefined and
 * leaves the stored value unchanged; null clears the value. The exception is `end_at`: if it is missing, the event has
 * no end. `venue_address`, `external_id` and `source` serve to find the event and its venue, and are never undefined.
 */
export const IngestEvent = v.pipe(
  v.object(
    {
      event_name: required('event_name', 200),
      venue_name: required('venue_name', 200),
      start_at: time('start_at'),
      venue_address: optional('venue_address', 300),
      end_at: v.nullish(time('end_at')),
      age_policy: optional('age_policy', 40),
      description: optional('description', 5000, CONTROLS_IN_PROSE),
      image_url: imageUrl,
      tags,
      price_min: price('price_min'),
      price_max: price('price_max'),
      source: optional('source', 60),
      external_id: optional('external_id', 200),
      cancelled: v.optional(v.boolean('cancelled must be true or false.')),
    },
    missing,
  ),
  v.rawTransform(({ dataset: { value: given }, addIssue }) => {
    const refuse = (key: keyof typeof given, message: string) =>
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: given, key, value: given[key] }] });
    const end_at = given.end_at ? endAfter(given.start_at, given.end_at) : null;
    if (given.end_at && end_at === null) refuse('end_at', 'end_at must not be before start_at.');
    if (isTooLong(given.start_at.at, end_at)) refuse('end_at', TOO_LONG);
    if ((given.price_max ?? Infinity) < (given.price_min ?? 0))
      refuse('price_max', 'price_max must not be below price_min.');
    return {
      title: given.event_name,
      venue_name: given.venue_name,
      venue_address: given.venue_address ?? null,
      ...readPlace(given.venue_address ?? ''),
      start_at: given.start_at.at,
      end_at,
      age_policy: given.age_policy,
      description: given.description,
      image_url: given.image_url,
      tags: given.tags,
      ticket_price_cents: given.price_min,
      price_max_cents: given.price_max,
      source: given.source ?? DEFAULT_SOURCE,
      external_id: given.external_id ?? null,
      cancelled: given.cancelled,
    };
  }),
);
export type IngestEvent = v.InferOutput<typeof IngestEvent>;

/** The result for one event. A response lists the results in the order of the events. */
export type IngestResult =
  | { action: 'created' | 'updated'; id: string; slug: string }
  | { error: string; fields?: Record<string, string> };

export interface EventOwner {
  /** The source of all events of this sender, whatever the body says. Null for a feed whose secret has no source. */
  source: string | null;
  /** The sources that the secrets of feeds are bound to. */
  reserved: readonly string[];
  /** The organizer owns the new events and can change only their own. Null for admins and feeds. */
  organizer_id: string | null;
}
