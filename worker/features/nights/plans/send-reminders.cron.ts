import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { sealMessage } from '../../../http/outbox/sealed-message.ts';
import { reminderDay } from './reminder-day.rules.ts';
import { reminderMail, reminderNotice } from './reminders.mails.ts';
import {
  type Day,
  type DueEvent,
  type DuePerson,
  findDueEvents,
  findDuePeople,
  forgetReminders,
  writeReminders,
} from './reminders.db.ts';
import { linkToken } from '../../../http/shared/link-token.ts';

/** The most people in a batch. */
const AT_ONCE = 500;
/** The most batches each time the cron job runs: up to 2,000 people a minute, and 600,000 in an afternoon. */
const MOST_BATCHES = 4;
/** People per transaction. Their encrypted mails fit into one parameter of a statement (2 MB). */
const AT_ONCE_WRITTEN = 100;

/** Sends reminders in the New York afternoon. At other times it does nothing. */
export async function sendReminders(env: Env, now: Date): Promise<void> {
  const day = reminderDay(now);
  if (!day) return;
  const db = openDb(env);
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const people = await findDuePeople(db, { day, now, limit: AT_ONCE });
    if (people.length > 0) await remind(env, { people, day, now });
    if (people.length < AT_ONCE) break;
  }
  await forgetReminders(db, { before: new Date(day.from - KEEPING_DAYS.reminders * DAY).toISOString().slice(0, 10) });
}

async function remind(
  env: Env,
  { people, day, now }: { people: readonly DuePerson[]; day: Day; now: Date },
): Promise<void> {
  const db = openDb(env);
  const due = Map.groupBy(await findDueEvents(db, { day, now, people }), ({ user_id }) => user_id);
  // A person's events may have been cancelled between the two reads.
  const asked = people.filter(({ user_id }) => due.has(user_id));
  const mails = await Promise.all(
    asked.map(async ({ user_id, email, name }) => {
      const outbox_id = crypto.randomUUID();
      const mine = due.get(user_id)!;
      const sealed = await sealedReminder(env, { user_id, name, due: mine });
      return { outbox_id, user_id, email, sealed, notice: reminderNotice(mine, day) };
    }),
  );
  for (let at = 0; at < mails.length; at += AT_ONCE_WRITTEN)
    await writeReminders(db, { day, now, mails: mails.slice(at, at + AT_ONCE_WRITTEN) });
}

async function sealedReminder(
  env: Env,
  { user_id, name, due }: { user_id: string; name: string | null; due: readonly DueEvent[] },
) {
  const token = encodeURIComponent(await linkToken(env.AUTH_PEPPER, { link: 'stop', id: user_id }));
  const mail = reminderMail(due, { site: env.SITE_URL, stop: `${env.SITE_URL}/reminders-off?token=${token}` });
  const unsubscribe = `${env.SITE_URL}/api/reminders/stop?token=${token}`;
  return sealMessage(env.AUTH_PEPPER, { ...(await renderMail({ ...mail, name })), unsubscribe });
}
