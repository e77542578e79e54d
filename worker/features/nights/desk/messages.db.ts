import { and, desc, eq, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { type EventMessage, eventMessages } from '../../../../drizzle/tables/nights/event-messages.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { addressOf } from '../../../../drizzle/tables/people/trade-rights.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { MessageAudience } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { MESSAGES_A_DAY, type SendMessage } from '../../../contract/nights/events/desk.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';
import { mailsInsert } from '../../../http/outbox/outbox.ts';
import { messageLimit, messageToNobody, keyReused, eventOver } from '../events/desk.errors.ts';

const HISTORY = 50;
/** All recipients get a mail. Only this many also get a notification, so that the statement does not run too long. */
const MOST_NOTICES = 2000;

/** SQL condition: the audience includes the person. The person's status is the one that the person was told. */
const isReached = (audience: MessageAudience, now: Date) =>
  audience === 'all'
    ? sql`${waitlist.takes_messages} = 1 and ${waitlist.confirmed_at} is not null
      and ${toldStatus(waitlist, now)} in ('pending', 'accepted')`
    : sql`${waitlist.takes_messages} = 1 and ${waitlist.confirmed_at} is not null
      and ${toldStatus(waitlist, now)} = ${audience}`;

const peopleOf = ({ event_id, audience, now }: { event_id: string; audience: MessageAudience; now: Date }) =>
  sql`(select count(*) from ${waitlist} where ${waitlist.event_id} = ${event_id} and ${isReached(audience, now)})`;

/** `sealed` is the encrypted mail to all recipients. `notice` goes only to recipients with an account. */
export interface Outgoing {
  event_id: string;
  message: SendMessage;
  key: string;
  sealed: string;
  notice: Omit<Notice, 'cause'>;
}

/**
 * Runs in one transaction. The insert itself counts the messages of the last 24 hours, so simultaneous messages cannot
 * exceed the limit. A repeated key stores nothing and returns the first message. The next cron run queues the mails.
 * Throws `desk.message_limit`, `desk.nobody`, `desk.event_over` and `desk.key_reused`.
 */
export async function sendMessage(
  db: Db,
  { outgoing, stamp }: { outgoing: Outgoing; stamp: AuditStamp },
): Promise<EventMessage> {
  const id = crypto.randomUUID();
  const { event_id, message } = outgoing;
  const run = insertMessage(db, { id, outgoing, stamp });
  const isNew = await tryAudited(db, {
    stamp,
    changes: [
      { run, action: 'event.message', target_type: 'event', target_id: event_id, before: null, after: message },
    ],
    also: [insertMails(db, { id, outgoing, stamp }), insertNotices(db, { id, outgoing, stamp })],
  });
  if (!isNew) return repeated(db, { outgoing, stamp });
  const [stored] = await db.select().from(eventMessages).where(eq(eventMessages.id, id));
  return stored!;
}

interface Writing {
  outgoing: Outgoing;
  stamp: AuditStamp;
}

function insertMessage(db: Db, { id, outgoing: { event_id, message, key }, stamp }: Writing & { id: string }) {
  const people = peopleOf({ event_id, audience: message.audience, now: stamp.at });
  return insertFrom(db, eventMessages, {
    row: {
      id,
      event_id,
      sender_id: stamp.actor_id,
      ...message,
      recipients: people,
      idempotency_key: key,
      created_at: stamp.at,
    },
    from: sql`from ${events} where ${events.id} = ${event_id} and not ${isOver(stamp.at)} and ${people} > 0
      and ${sentLately(event_id, stamp.at)} < ${MESSAGES_A_DAY}`,
  }).onConflictDoNothing();
}

function insertMails(db: Db, { id, outgoing: { event_id, message, sealed }, stamp }: Writing & { id: string }) {
  return mailsInsert(db, {
    mail: {
      id: sql`${`${id}:`} || ${waitlist.id}`,
      recipient: addressOf(waitlist),
      sealed,
      retry_at: stamp.at,
      created_at: stamp.at,
    },
    from: sql`from ${eventMessages} join ${waitlist} on ${waitlist.event_id} = ${event_id}
      and ${isReached(message.audience, stamp.at)}
      where ${eventMessages.id} = ${id}`,
  });
}

/** A waitlist entry without an account belongs to the account that has confirmed the entry's address. */
function insertNotices(db: Db, { id, outgoing: { event_id, message, notice }, stamp }: Writing & { id: string }) {
  const owner = sql`select owner.id from auth_users owner where lower(owner.email) = ${waitlist.email_key}
    and owner.email is not null
    and owner.email_confirmed_at is not null and owner.deleted_at is null`;
  const to = sql`select coalesce(${waitlist.applicant_id}, (${owner})) as user_id
    from ${eventMessages} join ${waitlist} on ${waitlist.event_id} = ${event_id}
      and ${isReached(message.audience, stamp.at)}
    where ${eventMessages.id} = ${id} order by ${waitlist.created_at}, ${waitlist.id} limit ${MOST_NOTICES}`;
  return noticesInsert(db, { to, notice: { ...notice, cause: `message:${id}` }, now: stamp.at });
}

const sentLately = (event_id: string, now: Date) =>
  sql<number>`(select count(*) from ${eventMessages} as sent where sent.event_id = ${event_id}
    and sent.created_at > ${now.getTime() - DAY})`;

/** Returns the message that was stored earlier with the same key, or throws the reason why nothing was stored. */
async function repeated(db: Db, { outgoing: { event_id, message, key }, stamp }: Writing): Promise<EventMessage> {
  const [[first], [event]] = await db.batch([
    db
      .select()
      .from(eventMessages)
      .where(and(eq(eventMessages.sender_id, stamp.actor_id), eq(eventMessages.idempotency_key, key))),
    db
      .select({
        is_over: isOver(stamp.at),
        people: sql<number>`${peopleOf({ event_id, audience: message.audience, now: stamp.at })}`,
      })
      .from(events)
      .where(eq(events.id, event_id)),
  ]);
  if (first) {
    if (first.event_id === event_id && first.audience === message.audience && first.body === message.body) return first;
    throw keyReused();
  }
  if (event?.is_over) throw eventOver();
  if (event?.people === 0) throw messageToNobody();
  throw messageLimit();
}

/** Finds an event's messages with the names of their senders, the newest message first. One round trip. */
export function findMessages(db: Db, { event_id }: { event_id: string }) {
  const { id, audience, body, recipients, created_at } = eventMessages;
  return db
    .select({ id, audience, body, recipients, created_at, sender: profiles.display_name })
    .from(eventMessages)
    .leftJoin(profiles, eq(profiles.id, eventMessages.sender_id))
    .where(eq(eventMessages.event_id, event_id))
    .orderBy(desc(created_at), desc(id))
    .limit(HISTORY);
}
