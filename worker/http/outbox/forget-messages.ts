import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { mailContents } from '../../../drizzle/tables/talk/mail-contents.ts';
import { outbox } from '../../../drizzle/tables/talk/outbox.ts';
import type { Db } from '../../context.ts';
import { KEEPING_DAYS } from '../../contract/talk/keeping-times.ts';
import { DAY } from '../../contract/time/durations.ts';
import { deleteSome } from '../database/delete-some.ts';

/** Deletes old messages. Content that several messages share is deleted with the last of them. */
export function forgetMessages(db: Db, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const settledBefore = ago(KEEPING_DAYS.sent_messages);
  const isUnused = sql`${mailContents.created_at} < ${settledBefore.getTime()}
    and not exists (select 1 from ${outbox} where ${outbox.content_id} = ${mailContents.id})`;
  return [
    deleteSome(db, outbox, and(inArray(outbox.status, ['sent', 'unneeded']), lt(outbox.created_at, settledBefore))),
    deleteSome(db, outbox, and(eq(outbox.status, 'dead'), lt(outbox.created_at, ago(KEEPING_DAYS.dead_messages)))),
    deleteSome(db, mailContents, isUnused),
  ];
}
