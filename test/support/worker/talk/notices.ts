import { eq } from 'drizzle-orm';
import { noticeSettings, notifications, outbox, pushSubscriptions } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';
import { launch } from '../launch.ts';

/** Turns the switches `push` and `my-tickets` on, and deletes the notifications and mails of other tests. */
export async function beginNotices(): Promise<void> {
  await launch('push', true);
  await launch('my-tickets', true);
  await db.batch([
    db.delete(notifications),
    db.delete(outbox),
    db.delete(pushSubscriptions),
    db.delete(noticeSettings),
  ]);
}

export const noticesOf = (user_id: string) =>
  db.select().from(notifications).where(eq(notifications.user_id, user_id)).orderBy(notifications.created_at);
export const mailTo = async (address: string) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, address)))[0]!;
