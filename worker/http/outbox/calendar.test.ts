import { expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';

const event = {
  id: 'e1',
  slug: 'disco',
  title: 'Disco; later, more\\',
  description: `First line\nsecond ${'ö'.repeat(80)}`,
  start_at: new Date('2026-12-05T02:00:00Z'),
  end_at: null,
  cancelled_at: null,
  updated_at: new Date('2026-11-01T00:00:00Z'),
  venue: { name: 'Harbor Room', address: null, city: 'Boston', state: 'MA' },
};

test('a calendar file escapes its texts and ends its lines as RFC 5545 requires', () => {
  const file = calendarOf(event, 'https://vouch.test');
  expect(file).toContain('SUMMARY:Disco\\; later\\, more\\\\\r\n');
  expect(file).toContain('LOCATION:Harbor Room\\, Boston\\, MA\r\n');
  expect(file).toContain('DTSTART:20261205T020000Z\r\nDTEND:20261205T080000Z\r\n');
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a lone carriage return in a text does not start a new line in the file', () => {
  const file = calendarOf({ ...event, title: 'Disco\rURL:https://elsewhere.test' }, 'https://vouch.test');
  expect(file).toContain('SUMMARY:Disco\\nURL:https://elsewhere.test\r\n');
});

test('no line is longer than 75 octets, and unfolding the lines restores the text', () => {
  const file = calendarOf(event, 'https://vouch.test');
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:First line\\nsecond ${'ö'.repeat(80)}\r\n`);
});
