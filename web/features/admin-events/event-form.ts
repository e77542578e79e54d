import * as v from 'valibot';
import {
  AGE_POLICIES,
  CreateEvent,
  DEFAULT_AGE_POLICY,
  DEFAULT_MAX_PCT,
  DEFAULT_MIN_PCT,
  EditEvent,
  eventIssues,
  storedEnd,
} from '../../../worker/contract/admin-events.ts';
import { readInstant } from '../../../worker/contract/iso-time.ts';
import type { AdminEvent } from '../../admin-ui/admin.queries.ts';
import type { EventEdit, NewEventInput } from './admin-events.queries.ts';

/** The event form as typed: times on New York's wall clock, the price in dollars, the band in whole percent. */
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
  description: string;
  /** Empty: the event is the editor's own, or nobody's where it was nobody's. */
  organizer_id: string;
  is_published: boolean;
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
  description: '',
  organizer_id: '',
  is_published: true,
};

type Errors = Partial<Record<keyof EventForm, string>>;
type Checked<I> = { input: I; errors?: never } | { input?: never; errors: Errors };

/** The form of an event as it is stored. */
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
    description: event.description ?? '',
    organizer_id: event.organizer_id ?? '',
    is_published: event.is_published,
  };
}

/** What the API takes for a new event, or what is wrong, by field. */
export function newEvent(form: EventForm): Checked<NewEventInput> {
  const input = inputOf(form);
  if (form.organizer_id === '') delete input.organizer_id;
  return checked(form, v.safeParse(CreateEvent, input), input as NewEventInput);
}

/** The fields that were changed and the version they were changed in, or what is wrong. */
export function editedEvent(form: EventForm, event: AdminEvent): Checked<EventEdit> {
  const before = formOf(event);
  const input = inputOf(form);
  const changed = (Object.keys(form) as (keyof EventForm)[]).filter((field) => form[field] !== before[field]);
  const edit = { ...Object.fromEntries(changed.map((field) => [field, input[field]])), updated_at: event.updated_at };
  return checked(form, v.safeParse(EditEvent, edit), edit as EventEdit);
}

/** The age policies that the form offers: the three fixed ones, and the text that a feed sent for this event. */
export function agesFor(current: string): string[] {
  return [...new Set<string>([...AGE_POLICIES, current])];
}

/** When the night ends as it will be stored, past midnight where it must be; null without an end. */
export function endOf({ start_at, end_at }: Pick<EventForm, 'start_at' | 'end_at'>): Date | null {
  const [start, end] = [readInstant(start_at), readInstant(end_at)];
  return start === null || end === null ? null : storedEnd(new Date(start), new Date(end));
}

const wholeOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** As the API takes it. A text that is no number becomes NaN, which the schema refuses under the field's name. */
function inputOf(form: EventForm): { [K in keyof EventForm]?: unknown } {
  return {
    ...form,
    end_at: form.end_at || null,
    ticket_price: form.ticket_price.trim() === '' ? null : Number(form.ticket_price),
    price_min_pct: wholeOf(form.price_min_pct),
    price_max_pct: wholeOf(form.price_max_pct),
    organizer_id: form.organizer_id || null,
  };
}

function checked<I>(form: EventForm, parsed: { success: boolean; issues?: v.BaseIssue<unknown>[] | undefined }, input: I): Checked<I> {
  const errors: Errors = {};
  for (const issue of parsed.issues ?? []) errors[String(issue.path?.[0]?.key) as keyof EventForm] ??= issue.message;
  const start = readInstant(form.start_at);
  if (parsed.success && start !== null) {
    const band = { price_min_pct: Number(form.price_min_pct), price_max_pct: Number(form.price_max_pct) };
    Object.assign(errors, eventIssues({ start_at: new Date(start), end_at: endOf(form), ...band }));
  }
  return Object.keys(errors).length === 0 ? { input } : { errors };
}
