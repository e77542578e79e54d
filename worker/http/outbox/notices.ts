import { type SQL, sql } from 'drizzle-orm';
import { isLaunched } from '../../../drizzle/tables/staff/launch-switches.ts';
import { notifications } from '../../../drizzle/tables/talk/notifications.ts';
import type { NoticeKind } from '../../../drizzle/vocabulary.ts';
import type { Db } from '../../context.ts';
import { insertFrom } from '../database/insert-from.ts';
import { log } from '../log.ts';

/** A notification for one person, or for each person that a query names. */
export interface Notice {
  kind: NoticeKind;
  /** At most 60 characters; a longer one is cut. Neither title nor body holds a secret. */
  title: string;
  /** At most 160 characters, cut alike: what has happened, and what to do next. */
  body: string;
  /** The screen that it leads to, such as `/my-tickets`. */
  path: string;
  /**
   * What has happened, such as `request:<id>:accepted`. A person gets one notification for a cause, however often it is
   * written.
   */
  cause: string;
  /** After this it is no longer pushed. */
  expires_at?: Date | null;
  /** It has a deadline or answers the person, so quiet hours do not hold it back. */
  is_urgent?: boolean;
  /** The mail about the same news. It waits, and is not sent if the notification was seen. */
  outbox_id?: string | null;
}

const TITLE_MAX = 60;
const BODY_MAX = 160;

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/**
 * Writes notifications, as a statement of the batch that causes them. `to` is a query of `user_id`, one row for each
 * person; a row whose id is null is left out. Nothing is written while the switch `push` is off. Call `wakeNotices`
 * once the batch is written.
 */
export function noticesInsert(db: Db, { to, notice, now }: { to: SQL; notice: Notice; now: Date }) {
  const { kind, title, body, path, cause, expires_at = null, is_urgent = false, outbox_id = null } = notice;
  const id = sql<string>`lower(hex(randomblob(16)))`;
  return insertFrom(db, notifications, {
    row: {
      id,
      user_id: sql`reader.user_id`,
      kind,
      title: shortened(title, TITLE_MAX),
      body: shortened(body, BODY_MAX),
      path,
      cause,
      is_urgent,
      expires_at,
      push_at: now,
      // The mail may not have been written, because its reader has no address.
      outbox_id: sql`(select id from outbox where id = ${outbox_id})`,
      created_at: now,
    },
    from: sql`from (${to}) reader where reader.user_id is not null and ${isLaunched('push')}`,
  }).onConflictDoNothing();
}

/** Pushes what was written just now. If the queue fails, the cron does it within a minute. */
export async function wakeNotices({ NOTIFY_QUEUE }: Pick<Env, 'NOTIFY_QUEUE'>): Promise<void> {
  await NOTIFY_QUEUE.send({ pushes: true }).catch((error: unknown) =>
    log('warn', 'notifications wait for the cron', { reason: String(error) }),
  );
}
