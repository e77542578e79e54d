import { OPEN_END_MS } from '../../../drizzle/vocabulary.ts';

/** The data of a calendar entry. */
export interface CalendarEvent {
  id: string;
  slug: string;
  title: string;
  description: string | null;
  start_at: Date;
  end_at: Date | null;
  updated_at: Date;
  venue: { name: string; address: string | null; city: string; state: string | null };
}

const OCTETS_A_LINE = 75;

const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
const escape = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Folds a line after at most 75 octets. A continuation starts with a space. A character is never split. */
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

/** The iCalendar file (RFC 5545) of one event. `siteUrl` is the origin of the site. */
export function calendarOf(event: CalendarEvent, siteUrl: string): string {
  const { name, address, city, state } = event.venue;
  const url = new URL(`/events/${event.slug}`, siteUrl).href;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vouch//Events//EN',
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${stamp(event.updated_at)}`,
    `DTSTART:${stamp(event.start_at)}`,
    `DTEND:${stamp(event.end_at ?? new Date(event.start_at.getTime() + OPEN_END_MS))}`,
    `SUMMARY:${escape(event.title)}`,
    `LOCATION:${escape([name, address, city, state].filter(Boolean).join(', '))}`,
    ...(event.description ? [`DESCRIPTION:${escape(event.description)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
