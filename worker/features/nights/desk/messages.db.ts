import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { type EventMessage, eventMessages } from '../../../../drizzle/tables/nights/event-messages.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { outbox } from '../../../../drizzle/tables/talk/outbox.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { MessageAudience } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { MESSAGES_A_DAY, type SendMessage } from '../../../contract/nights/events/desk.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { type Notice, noticesInsert } from '../../../http/outbox/notices.ts';
import { messageLimit, messageToNobody, keyReused, eventOver } from '../events/desk.errors.ts';

/** The most messages that the history shows. */
const HISTORY = 50;
/**
 * The most people who also get a message as a notification, so that one statement stays short. The first on the
 * waitlist get it. Everybody gets the mail.
 */
const MOST_NOTICES = 2000;

/**
 * The people of a waitlist that an audience means, by what they have been told. Those who were declined are in none,
 * nor those who have not confirmed their place, nor those who have turned these mails off.
 */
const isReached = (audience: MessageAudience, now: Date) =>
  audience === 'all'
    ? sql`${waitlist.takes_messages} = 1 and ${waitlist.confirmed_at} is not null
      and ${toldStatus(waitlist, now)} in ('pending', 'accepted')`
    : sql`${waitlist.takes_messages} = 1 and ${waitlist.confirmed_at} is not null
      and ${toldStatus(waitlist, now)} = ${audience}`;

const peopleOf = ({ event_id, audience, now }: { event_id: string; audience: MessageAudience; now: Date }) =>
  sql`(select count(*) from ${waitlist} where ${waitlist.event_id} = ${event_id} and ${isReached(audience, now)})`;

/** A message to store, with the sealed mail that everybody gets, and the notification for those who have an account. */
export interface Outgoing {
  event_id: string;
  message: SendMessage;
  key: string;
  sealed: string;
  notice: Omit<Notice, 'cause'>;
}

/**
 * Stores a message, with one mail and one notification for each person whom it reaches, in one transaction. The insert
 * counts the messages of the last 24 hours, so simultaneous messages cannot exceed the limit. A repeated key stores
 * nothing and returns the first message. `mails` are the ids for the queue. Throws `desk.message_limit`, `desk.nobody`,
 * `desk.event_over` and `desk.key_reused`.
 */
export async function sendMessage(
  db: Db,
  { outgoing, stamp }: { outgoing: Outgoing; stamp: AuditStamp },
): Promise<{ message: EventMessage; mails: string[] }> {
  const id = crypto.randomUUID();
  const { event_id, message } = outgoing;
  try {
    await writeAudited(db, {
      stamp,
      changes: [
        {
          run: insertMessage(db, { id, outgoing, stamp }),
          action: 'event.message',
          target_type: 'event',
          target_id: event_id,
          before: null,
          after: message,
        },
      ],
      also: [insertMails(db, { id, outgoing, stamp }), insertNotices(db, { id, outgoing, stamp })],
    });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    return { message: await repeated(db, { outgoing, stamp }), mails: [] };
  }
  const [[stored], mails] = await db.batch([
    db.select().from(eventMessages).where(eq(eventMessages.id, id)),
    // A semicolon follows the colon in the order of characters.
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(gte(outbox.id, `${id}:`), lt(outbox.id, `${id};`)))
      .orderBy(asc(outbox.id)),
  ]);
  return { message: stored!, mails: mails.map((mail) => mail.id) };
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

/** One mail for each person, written only if the message was. */
function insertMails(db: Db, { id, outgoing: { event_id, message, sealed }, stamp }: Writing & { id: string }) {
  return insertFrom(db, outbox, {
    row: {
      id: sql`${`${id}:`} || ${waitlist.id}`,
      channel: 'email',
      recipient: waitlist.email,
      sealed,
      created_at: stamp.at,
    },
    from: sql`from ${eventMessages} join ${waitlist} on ${waitlist.event_id} = ${event_id}
      and ${isReached(message.audience, stamp.at)}
      where ${eventMessages.id} = ${id}`,
  });
}

/**
 * One notification for each account, written only if the message was. An entry without an account belongs to the
 * account that has proven its address.
 */
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

/** The first message of a repeated key, or the reason why nothing was stored. */
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

/** The messages of an event, the newest first, each with the name of its sender. One round trip. */
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
