import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { waitlist } from '../../../drizzle/tables/all-tables.ts';
import { tellPeople } from '../../../worker/tell-people.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { HOUR, inHours } from '../../support/worker/nights/listed-event.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { changeEvent, eventOf } from '../../support/worker/nights/event-row.ts';

const MINUTE = 60_000;

/** An organizer's event with one person on its waitlist. `move` cancels or restores the event. */
async function scene() {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id, title: 'Lantern Night', start_at: inHours(72) });
  const person = waitlistRow({ event_id: event.id });
  await db.insert(waitlist).values(person);
  const move = async (to: 'cancel' | 'restore', reason?: string) => {
    const row = await eventOf(event.id);
    return ask(`/api/admin/events/${event.id}/${to}`, { headers, json: { reason, updated_at: row.updated_at } });
  };
  const subjects = async () => (await mailsTo(person.email)).map(({ subject }) => subject).toSorted();
  return { event, move, subjects, person };
}

test('cancelling and restoring an event again and again sends its waitlist at most two cancellation mails in 24 hours', async () => {
  const { move, subjects, person } = await scene();
  const later = new Date(Date.now() + 11 * MINUTE);
  for (const step of [1, 2, 3, 4]) {
    await move('cancel', `Advertisement ${step}`);
    await tellPeople(env, later);
    await move('restore');
    await tellPeople(env, later);
  }
  const [cancelled, back] = ['Canceled: Lantern Night', 'On again: Lantern Night'];
  expect(await subjects()).toEqual([cancelled, cancelled, back]);
  expect((await mailsTo(person.email)).filter(({ text }) => text.includes('Advertisement'))).toHaveLength(2);
  // The waitlist gets a mail about the final state once the limit allows it.
  await tellPeople(env, new Date(later.getTime() + 24 * HOUR));
  expect(await subjects()).toEqual([cancelled, cancelled, back, back]);
});

test('people get a cancellation mail even if the day’s limit of mails about changes is used up', async () => {
  const { event, move, subjects } = await scene();
  const later = new Date(Date.now() + 11 * MINUTE);
  for (const hours of [73, 74, 75, 76]) {
    await changeEvent(event.id, { start_at: inHours(hours) });
    await tellPeople(env, later);
  }
  expect(await subjects()).toHaveLength(3);
  await move('cancel');
  await tellPeople(env, later);
  expect(await subjects()).toContain('Canceled: Lantern Night');
});

test('an organizer cannot cancel and restore an event more than a few times a minute', async () => {
  const { move } = await scene();
  const statuses: number[] = [];
  for (let step = 0; step < 22; step += 1) statuses.push((await move(step % 2 === 0 ? 'cancel' : 'restore')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
