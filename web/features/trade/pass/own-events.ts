import { DAY, HOUR } from '../../../../worker/contract/time/durations.ts';
import { endOfEvent } from '../../../../worker/contract/trade/payment-times.ts';
import { NIGHTS_KEPT } from '../../../session/forget-kept.ts';

/** A night for which this person has a ticket. Times are UTC ms. */
export interface OwnEvent {
  id: string;
  title: string;
  start: number;
  end: number;
}

interface KnownEvent {
  id: string;
  title: string;
  start_at: string;
  end_at?: string | null | undefined;
}

/** The link to a ticket appears this long before the doors, in ms. */
const BEFORE_DOORS_MS = 6 * HOUR;
/** A night is stored at the earliest this long before the doors, in ms. */
const SOON_MS = 3 * DAY;

export const EVENTS_CHANGED = 'vouch:nights';

function storedEvents(): OwnEvent[] {
  try {
    return JSON.parse(localStorage.getItem(NIGHTS_KEPT) ?? '[]') as OwnEvent[];
  } catch {
    return [];
  }
}

function store(events: readonly OwnEvent[]): void {
  const text = JSON.stringify(events);
  if (text === (localStorage.getItem(NIGHTS_KEPT) ?? '[]')) return;
  localStorage.setItem(NIGHTS_KEPT, text);
  dispatchEvent(new Event(EVENTS_CHANGED));
}

function ownEventOf({ id, title, start_at, end_at }: KnownEvent): OwnEvent {
  const start = new Date(start_at);
  const end = endOfEvent({ start_at: start, end_at: end_at ? new Date(end_at) : null });
  return { id, title, start: start.getTime(), end: end.getTime() };
}

const isSoon = ({ start, end }: OwnEvent) => end > Date.now() && start < Date.now() + SOON_MS;

export const keepEvents = (events: readonly KnownEvent[]) => store(events.map(ownEventOf).filter(isSoon));

export function keepEvent(event: KnownEvent): void {
  const others = storedEvents().filter(({ id }) => id !== event.id);
  store([...others, ownEventOf(event)].filter(isSoon));
}

export function eventOfNow(now = Date.now()): OwnEvent | undefined {
  return storedEvents()
    .filter(({ start, end }) => start - BEFORE_DOORS_MS <= now && now < end)
    .toSorted((one, other) => one.start - other.start)[0];
}
