import { countRows } from '../../support/worker/count-d1.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitlist } from '../../../drizzle/tables/all-tables.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';

countRows();

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

const send = (path: string, body: ReadableStream) =>
  callCounted(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

const aStudent = (event_id: string) => aForm({ event_id, email: `slow-${event_id}@bu.test` });

test('a request body that takes 30 seconds is refused, and nothing is written when the rest of the body arrives', async () => {
  const event = await anEvent();
  const { body, finish } = slowForm(aStudent(event.id));
  const asked = send('/api/waitlist', body);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(await Promise.race([asked, Promise.resolve('nothing yet')])).toBe('nothing yet');
  await vi.advanceTimersByTimeAsync(1);
  const { answer } = await asked;
  expect(answer.status).toBe(408);
  expect(await answer.json()).toMatchObject({ error: { code: 'request.too_slow' } });
  finish();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await db.select().from(waitlist)).toEqual([]);
});

test('a request body that arrives in pieces within 30 seconds is accepted', async () => {
  const event = await anEvent();
  const { body, finish } = slowForm(aStudent(event.id));
  const asked = send('/api/waitlist', body);
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
    const { answer, cost } = await send(path, body);
    expect([answer.status, cost.rows_written]).toEqual([413, 0]);
  },
);
