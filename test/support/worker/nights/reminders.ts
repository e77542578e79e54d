import { env } from 'cloudflare:workers';
import {
  type Event,
  events,
  outbox,
  reminderOptOuts,
  reminders,
  savedEvents,
  ticketRequests,
  venues,
} from '../../../../drizzle/tables/all-tables.ts';
import { sendReminders } from '../../../../worker/features/nights/plans/send-reminders.cron.ts';
import { anEvent } from '../admin.ts';
import { db } from '../db.ts';

/** `TOMORROW` is 10 PM on June 14, 2030 in New York, and `AFTERNOON` is 3:05 PM on June 13. */
export const TOMORROW = new Date('2030-06-15T02:00:00Z');
export const AFTERNOON = new Date('2030-06-13T19:05:00Z');

export const remind = (now = AFTERNOON) => sendReminders(env, now);

export async function beginReminders(): Promise<void> {
  await db.batch([
    db.delete(ticketRequests),
    db.delete(events),
    db.delete(venues),
    db.delete(reminders),
    db.delete(reminderOptOuts),
    db.delete(outbox),
  ]);
}

export const tomorrow = (over: Partial<Event> = {}) => anEvent({ start_at: TOMORROW, ...over });
export const save = (user_id: string, ...saved: Event[]) =>
  db.insert(savedEvents).values(saved.map(({ id }) => ({ user_id, event_id: id })));
