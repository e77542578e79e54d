import { and, eq, sql } from 'drizzle-orm';
import { eventMessages } from '../../../../drizzle/tables/nights/event-messages.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';

/** Stops messages to a waitlist entry, if `message_id` is the id of a message about the entry's event. */
export async function stopMessages(
  db: Db,
  { message_id, entry_id }: { message_id: string; entry_id: string },
): Promise<void> {
  const hasReached = sql`exists (select 1 from ${eventMessages} where ${eventMessages.id} = ${message_id}
    and ${eventMessages.event_id} = (select entry.event_id from waitlist as entry where entry.id = ${entry_id}))`;
  await db
    .update(waitlist)
    .set({ takes_messages: false })
    .where(and(eq(waitlist.id, entry_id), hasReached));
}
