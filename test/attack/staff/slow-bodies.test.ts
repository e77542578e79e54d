import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, venues, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A form of which only the first ten bytes have arrived. `finish` sends the rest. */
function slowForm(form: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(form));
  let end: (() => void) | undefined;
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(bytes.slice(0, 10));
      end = () => {
        stream.enqueue(bytes.slice(10));
        stream.close();
      };
    },
  });
  return { body, finish: () => end?.() };
}

async function anEvent() {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  return event;
}

const join = (body: ReadableStream) =>
  callCounted('/api/waitlist', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

const aStudent = (event_id: string) => ({
  event_id,
  name: 'A student',
  email: `slow-${event_id}@bu.test`,
  phone: '617 555 0100',
  instagram: 'slow',
  school: 'BU',
});

test('a body that arrives too slowly is refused after 30 seconds, and nothing is written when its rest arrives', async () => {
  const event = await anEvent();
  const { body, finish } = slowForm(aStudent(event.id));
  const asked = join(body);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(await Promise.race([asked, Promise.resolve('nothing yet')])).toBe('nothing yet');
  await vi.advanceTimersByTimeAsync(1);
  const { answer } = await asked;
  expect([answer.status, await answer.json()]).toEqual([
    408,
    { error: expect.objectContaining({ code: 'request.too_slow' }) },
  ]);
  finish();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await db.select().from(waitlist)).toEqual([]);
});

test('a body that arrives in pieces within the time is accepted', async () => {
  const event = await anEvent();
  const { body, finish } = slowForm(aStudent(event.id));
  const asked = join(body);
  await vi.advanceTimersByTimeAsync(20_000);
  finish();
  expect((await asked).answer.status).toBe(201);
  expect(vi.getTimerCount()).toBe(0);
  expect(await db.select().from(waitlist)).toMatchObject([{ event_id: event.id }]);
});

test.each(['/api/waitlist', '/api/reseller-applications', '/auth/v1/otp', '/functions/v1/ingest-events'])(
  'a body of two megabytes is refused by %s, even if it does not state its length',
  async (path) => {
    const chunk = new Uint8Array(65_536).fill(0x20);
    let left = 32;
    const body = new ReadableStream({ pull: (stream) => (left-- > 0 ? stream.enqueue(chunk) : stream.close()) });
    const { answer, cost } = await callCounted(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([answer.status, cost.rows_written]).toEqual([413, 0]);
  },
);
