import type * as v from 'valibot';
import {
  AGE_POLICIES,
  CreateEvent,
  DEFAULT_AGE_POLICY,
  DEFAULT_MAX_PCT,
  DEFAULT_MIN_PCT,
  EditEvent,
  eventIssues,
  storedEnd,
} from '../../../../worker/contract/nights/events/admin-events.ts';
import { readInstant } from '../../../../worker/contract/time/iso-time.ts';
import type { AdminEvent } from '../../../admin-ui/admin.queries.ts';
import { forContract, formSchema } from '../../../use-form.ts';
import type { EventChange } from './admin-events.queries.ts';

/** The event form as typed: times in New York, the price in dollars, the price band in whole percent. */
export interface EventForm {
  title: string;
  venue_id: string;
  start_at: string;
  end_at: string;
  age_policy: string;
  ticket_price: string;
  price_min_pct: string;
  price_max_pct: string;
  image_url: string;
  /** `focus_x` and `focus_y` are the point that a cropped picture keeps in view, in percent. */
  focus_x: string;
  focus_y: string;
  /** Up to three tags, separated by commas. */
  tags: string;
  description: string;
  /** Empty for a stored event without an organizer, and for a new event, whose organizer will be the editor. */
  organizer_id: string;
  is_published: boolean;
  /** Empty means immediately. */
  publish_at: string;
}

export const EMPTY_EVENT: EventForm = {
  title: '',
  venue_id: '',
  start_at: '',
  end_at: '',
  age_policy: DEFAULT_AGE_POLICY,
  ticket_price: '',
  price_min_pct: String(DEFAULT_MIN_PCT),
  price_max_pct: String(DEFAULT_MAX_PCT),
  image_url: '',
  focus_x: '50',
  focus_y: '50',
  tags: '',
  description: '',
  organizer_id: '',
  is_published: true,
  publish_at: '',
};

export function formOf(event: AdminEvent): EventForm {
  return {
    title: event.title,
    venue_id: event.venue_id,
    start_at: event.start_local,
    end_at: event.end_local ?? '',
    age_policy: event.age_policy,
    ticket_price: event.ticket_price === null ? '' : String(event.ticket_price),
    price_min_pct: String(event.price_min_pct),
    price_max_pct: String(event.price_max_pct),
    image_url: event.image_url ?? '',
    focus_x: String(event.focus_x),
    focus_y: String(event.focus_y),
    tags: event.tags.join(', '),
    description: event.description ?? '',
    organizer_id: event.organizer_id ?? '',
    is_published: event.is_published,
    publish_at: event.publish_local ?? '',
  };
}

export const NewEvent: v.GenericSchema<EventForm, EventChange> = formSchema((form) => {
  const { organizer_id, ...fields } = inputOf(form);
  const sent = { ...fields, ...(organizer_id === null ? {} : { organizer_id }) };
  const reading = forContract(CreateEvent, sent, problemsAcross(form));
  return reading.problems ? reading : { output: { id: null, json: reading.output } };
});

/** The schema of an edit. Its output has the changed fields and the `updated_at` that the editor saw. */
export function editedEvent(event: AdminEvent): v.GenericSchema<EventForm, EventChange> {
  const before = formOf(event);
  return formSchema((form) => {
    const input = inputOf(form);
    const changed = FIELDS.filter((field) => form[field] !== before[field]);
    const edit = { ...Object.fromEntries(changed.map((field) => [field, input[field]])), updated_at: event.updated_at };
    const reading = forContract(EditEvent, edit, problemsAcross(form));
    return reading.problems ? reading : { output: { id: event.id, json: reading.output } };
  });
}

/** Returns the age policies to choose from: the three fixed ones, and `current`, which a feed may have sent. */
export function agesFor(current: string): string[] {
  return [...new Set<string>([...AGE_POLICIES, current])];
}

/** Returns null if the start or the end is missing. An end before the start on the same date moves to the next day. */
export function endOf({ start_at, end_at }: Pick<EventForm, 'start_at' | 'end_at'>): Date | null {
  const [start, end] = [readInstant(start_at), readInstant(end_at)];
  return start === null || end === null ? null : storedEnd(new Date(start), new Date(end));
}

const FIELDS = Object.keys(EMPTY_EVENT) as (keyof EventForm)[];

const wholeOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** Converts the form to the API's types. Text that is not a number becomes NaN, which the schema refuses. */
function inputOf(form: EventForm) {
  return {
    ...form,
    end_at: form.end_at || null,
    publish_at: (form.is_published && form.publish_at) || null,
    ticket_price: form.ticket_price.trim() === '' ? null : Number(form.ticket_price),
    price_min_pct: wholeOf(form.price_min_pct),
    price_max_pct: wholeOf(form.price_max_pct),
    organizer_id: form.organizer_id || null,
    focus_x: wholeOf(form.focus_x),
    focus_y: wholeOf(form.focus_y),
    tags: form.tags.split(',').flatMap((tag) => tag.trim() || []),
  };
}

function problemsAcross(form: EventForm): Record<string, string> {
  const start = readInstant(form.start_at);
  if (start === null) return {};
  const band = { price_min_pct: Number(form.price_min_pct), price_max_pct: Number(form.price_max_pct) };
  return eventIssues({ start_at: new Date(start), end_at: endOf(form), ...band });
}
