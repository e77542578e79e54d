import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profileRow, waitlistRow } from '../../../../drizzle/seed/rows.ts';
import { eventGuests, profiles, ticketRequests, waitlist } from '../../../../drizzle/tables/all-tables.ts';
import { readGuestFile } from '../../../../worker/contract/nights/events/guest-file.ts';
import { anEvent, ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { addRequest } from '../../../support/worker/nights/add-request.ts';

async function withGuests() {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id });
  const path = `/api/admin/events/${event.id}/guests`;
  const add = (guests: object[]) => ask(path, { headers, json: { guests } });
  const stored = () => db.select().from(eventGuests).where(eq(eventGuests.event_id, event.id));
  return { headers, event, path, add, stored };
}

test('the guest list names added guests, people accepted from the waitlist and ticket buyers, without contact details', async () => {
  const { headers, event, path, add } = await withGuests();
  const buyer = profileRow({ display_name: 'Bo Buyer' });
  const accepted = waitlistRow({ event_id: event.id, status: 'accepted', name: 'Cy Waiter' });
  await db.batch([
    db.insert(profiles).values(buyer),
    db.insert(waitlist).values([accepted, waitlistRow({ event_id: event.id, name: 'Still Waiting' })]),
  ]);
  const request = await addRequest(event.id, { buyer_id: buyer.id, quantity: 2 });
  await db.update(ticketRequests).set({ status: 'accepted' }).where(eq(ticketRequests.id, request.id));
  expect((await add([{ name: '  Ada   Added ', places: 3 }])).body).toEqual({ added: 1, skipped: 0 });
  const { body, text } = await ask(path, { headers });
  expect(body['guests']).toEqual([
    { id: expect.any(String), name: 'Ada Added', places: 3, from: 'added' },
    { id: null, name: 'Bo Buyer', places: 2, from: 'tickets' },
    { id: null, name: 'Cy Waiter', places: 1, from: 'waitlist' },
  ]);
  for (const secret of [accepted.email, accepted.phone, accepted.instagram]) expect(text).not.toContain(secret);
});

test('the exported guest list contains no spreadsheet formula, and uploading it again adds nobody', async () => {
  const { headers, event, path, add, stored } = await withGuests();
  await add([
    { name: '=HYPERLINK("x")', places: 1 },
    { name: 'Doe, Jane', places: 2 },
  ]);
  const { answer, text } = await ask(`${path}/file`, { headers });
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="guests-${event.slug}.csv"`);
  expect(text).toContain('"\'=HYPERLINK(""x"")","1","added"\r\n');
  const { guests, problems } = readGuestFile(text, []);
  expect([guests.length, problems]).toEqual([2, []]);
  expect((await add(guests)).body).toEqual({ added: 0, skipped: 2 });
  expect(await stored()).toHaveLength(2);
  expect((await logOf(event.id)).map(({ action }) => action)).toEqual(['event.guests', 'event.guests_export']);
});

test('a guest list sent twice at the same time adds each guest once, and an event has at most 2,000 guests', async () => {
  const { add, stored } = await withGuests();
  const many = Array.from({ length: 1999 }, (_, at) => ({ name: `Guest ${at}`, places: 1 }));
  const answers = await Promise.all([add(many), add(many)]);
  expect(answers.map(({ body }) => Number(body['added'])).toSorted((a, b) => a - b)).toEqual([0, 1999]);
  const one = { name: 'One more', places: 1 };
  expect((await add([one, { name: 'Two more', places: 1 }])).body.error.code).toBe('desk.too_many_guests');
  expect((await add([one, many[0]!])).body).toEqual({ added: 1, skipped: 1 });
  expect(await stored()).toHaveLength(2000);
});

test('an invalid guest is refused, and a guest is removed only if the path names the right event', async () => {
  const { headers, path, add, stored } = await withGuests();
  expect((await add([{ name: ' ', places: 1 }])).status).toBe(422);
  expect((await add([{ name: 'Many', places: 21 }])).status).toBe(422);
  expect((await add(Array.from({ length: 2001 }, (_, at) => ({ name: `G ${at}`, places: 1 })))).status).toBe(422);
  await add([{ name: 'Ada', places: 1 }]);
  const [ada] = await stored();
  const other = await withGuests();
  expect((await ask(`${other.path}/${ada!.id}`, { headers: other.headers, method: 'DELETE' })).status).toBe(404);
  expect((await ask(`${path}/${ada!.id}`, { headers, method: 'DELETE' })).status).toBe(200);
  expect(await stored()).toEqual([]);
});
