import { type SQL, sql } from 'drizzle-orm';
import { isLaunched } from '../../../drizzle/tables/staff/launch-switches.ts';
import { notifications } from '../../../drizzle/tables/talk/notifications.ts';
import type { NoticeKind } from '../../../drizzle/vocabulary.ts';
import type { Db } from '../../context.ts';
import { insertFrom } from '../database/insert-from.ts';
import { log } from '../log.ts';

export interface Notice {
  kind: NoticeKind;
  /** Must not contain a secret. A title of more than 60 characters is cut. */
  title: string;
  /** What happened and what to do next, without a secret. A text of more than 160 characters is cut. */
  body: string;
  path: string;
  /** For example `request:<id>:accepted`. A person gets only one notification for a cause. */
  cause: string;
  /** The notification is not pushed after this time. */
  expires_at?: Date | null;
  /** Ignores quiet hours, because the notification has a deadline or answers the person. */
  is_urgent?: boolean;
  /** The mail about the same news. It waits, and is not sent if the person saw the notification. */
  outbox_id?: string | null;
}

const TITLE_MAX = 60;
const BODY_MAX = 160;

/** The title may be a column of the query that finds the readers. */
type NoticeTo = Omit<Notice, 'title'> & { title: string | SQL<string> };

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

const shortTitle = (title: string | SQL<string>) =>
  typeof title === 'string'
    ? shortened(title, TITLE_MAX)
    : sql<string>`iif(length(${title}) > ${TITLE_MAX}, rtrim(substr(${title}, 1, ${TITLE_MAX - 1})) || '…', ${title})`;

/**
 * Run this statement in the batch of the change that it reports, and call `wakeNotices` afterwards. The query `to`
 * returns the readers as `user_id`. An SQL title can use the columns of `to` as `reader.…`. Writes nothing while the
 * switch `push` is off.
 */
export function noticesInsert(db: Db, { to, notice, now }: { to: SQL; notice: NoticeTo; now: Date }) {
  const { kind, title, body, path, cause, expires_at = null, is_urgent = false, outbox_id = null } = notice;
  const id = sql<string>`lower(hex(randomblob(16)))`;
  return insertFrom(db, notifications, {
    row: {
      id,
      user_id: sql`reader.user_id`,
      kind,
      title: shortTitle(title),
      body: shortened(body, BODY_MAX),
      path,
      cause,
      is_urgent,
      expires_at,
      push_at: now,
      // The mail may be missing, for example because the reader has no address.
      outbox_id: sql`(select id from outbox where id = ${outbox_id})`,
      created_at: now,
    },
    from: sql`from (${to}) reader where reader.user_id is not null and ${isLaunched('push')}`,
  }).onConflictDoNothing();
}

const value = <Value = string>(name: string) => sql<Value>`notice.value ->> ${name}`;

/** Like `noticesInsert`, for notifications that each have a mail of their own. Skips people without a stored mail. */
export function mailNoticesInsert(
  db: Db,
  { notices, now }: { notices: readonly (Notice & { user_id: string; outbox_id: string })[]; now: Date },
) {
  const rows = notices.map(({ title, body, expires_at, is_urgent = false, ...notice }) => ({
    ...notice,
    title: shortened(title, TITLE_MAX),
    body: shortened(body, BODY_MAX),
    is_urgent: Number(is_urgent),
    expires_at: expires_at?.getTime() ?? null,
  }));
  return insertFrom(db, notifications, {
    row: {
      id: sql<string>`lower(hex(randomblob(16)))`,
      user_id: value('user_id'),
      kind: value<NoticeKind>('kind'),
      title: value('title'),
      body: value('body'),
      path: value('path'),
      cause: value('cause'),
      is_urgent: value<boolean>('is_urgent'),
      expires_at: value<Date>('expires_at'),
      push_at: now,
      outbox_id: value('outbox_id'),
      created_at: now,
    },
    from: sql`from json_each(${JSON.stringify(rows)}) notice join outbox on outbox.id = ${value('outbox_id')}
      where ${isLaunched('push')}`,
  }).onConflictDoNothing();
}

/** Asks the queue to push the notifications. If the queue fails, the cron job pushes within a minute. */
export async function wakeNotices({ NOTIFY_QUEUE }: Pick<Env, 'NOTIFY_QUEUE'>): Promise<void> {
  await NOTIFY_QUEUE.send({ pushes: true }).catch((error: unknown) =>
    log('warn', 'notifications wait for the cron', { reason: String(error) }),
  );
}
