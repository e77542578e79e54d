import { OPEN_END_MS } from '../../../drizzle/open-end.ts';

interface CalendarEvent {
  id: string;
  /** Null if the event has no page. */
  slug: string | null;
  title: string;
  description: string | null;
  start_at: Date;
  end_at: Date | null;
  updated_at: Date;
  venue: { name: string; address: string | null; city: string; state: string | null } | null;
}

/**
 * An event in a calendar subscription. A cancelled event stays in the file with the status `CANCELLED`, so that
 * calendar programs remove it.
 */
export interface SubscribedEvent extends CalendarEvent {
  created_at: Date;
  is_cancelled: boolean;
}

const OCTETS_A_LINE = 75;

const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Breaks a long line between characters. Each continuation starts with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > OCTETS_A_LINE) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

/** The file of one event (RFC 5545). `siteUrl` is the site's origin. */
export function calendarOf(
  { cancelled_at, ...event }: CalendarEvent & { cancelled_at: Date | null },
  siteUrl: string,
): string {
  const entry = cancelled_at
    ? entryOf({ ...event, title: cancelledTitle(event) }, siteUrl, ['STATUS:CANCELLED'])
    : entryOf(event, siteUrl);
  return fileOf([...HEADER, ...entry]);
}

/**
 * The file of a calendar subscription. The same events always give the same file. `SEQUENCE` is the number of seconds
 * from an event's creation to its last change.
 */
export function subscribedCalendar(
  events: readonly SubscribedEvent[],
  { name, siteUrl }: { name: string; siteUrl: string },
): string {
  const entries = events.flatMap(({ created_at, is_cancelled, ...event }) => {
    const title = is_cancelled ? cancelledTitle(event) : event.title;
    return entryOf({ ...event, title }, siteUrl, [
      `LAST-MODIFIED:${stamp(event.updated_at)}`,
      `SEQUENCE:${Math.max(0, Math.floor((event.updated_at.getTime() - created_at.getTime()) / 1000))}`,
      `STATUS:${is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ]);
  });
  return fileOf([
    ...HEADER,
    `X-WR-CALNAME:${escape(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries,
  ]);
}

const cancelledTitle = ({ title }: CalendarEvent) => `Canceled: ${title}`;

const HEADER = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vouch//Events//EN'];

function fileOf(lines: readonly string[]): string {
  return `${[...lines, 'END:VCALENDAR'].map(fold).join('\r\n')}\r\n`;
}

function entryOf(event: CalendarEvent, siteUrl: string, more: readonly string[] = []): string[] {
  const { venue, slug } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${stamp(event.updated_at)}`,
    `DTSTART:${stamp(event.start_at)}`,
    `DTEND:${stamp(event.end_at ?? new Date(event.start_at.getTime() + OPEN_END_MS))}`,
    `SUMMARY:${escape(event.title)}`,
    ...(venue
      ? [`LOCATION:${escape([venue.name, venue.address, venue.city, venue.state].filter(Boolean).join(', '))}`]
      : []),
    ...(event.description ? [`DESCRIPTION:${escape(event.description)}`] : []),
    `URL:${new URL(slug === null ? '/my-nights' : `/events/${slug}`, siteUrl).href}`,
    ...more,
    'END:VEVENT',
  ];
}
