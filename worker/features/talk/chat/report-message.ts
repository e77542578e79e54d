import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { type ReportMessage, REPORTS_A_DAY } from '../../../contract/talk/chat.ts';
import { notFound, PlainError } from '../../../http/answers/errors.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { findRoom } from './chat.db.ts';
import { insertReport } from './reports.db.ts';

/**
 * Reads a message from its chat room and stores the person's report of it. Returns whether this is the person's first
 * report of the message. Throws `event.not_found`, `request.not_found`, `chat.own_message`, `chat.message_removed` or
 * `chat.too_many_reports`.
 */
export async function reportMessage(
  c: Context<AppEnv>,
  { slug, id, report }: { slug: string; id: string; report: ReportMessage },
): Promise<boolean> {
  const [db, now, { user_id }] = [c.get('db'), c.get('now'), c.get('actor')];
  const event_id = await findRoom(db, { slug, now });
  const message = await roomOf(c.env, event_id).find({ event_id, id });
  if (!message) throw notFound();
  if (message.removed) throw messageRemoved();
  if (message.user_id === user_id) throw ownMessage();
  const written = await insertReport(db, { message, reporter_id: user_id, report, now });
  if (written === 'limit') throw tooManyReports();
  return written === 'created';
}

const ownMessage = () =>
  new PlainError(409, 'chat.own_message', 'This is your own message. Write to support to have it removed.');

const messageRemoved = () =>
  new PlainError(409, 'chat.message_removed', 'This message has already been removed. Thanks for reporting it.');

const tooManyReports = () =>
  new PlainError(
    429,
    'chat.too_many_reports',
    `You’ve reported ${REPORTS_A_DAY} messages in the last 24 hours. Write to support if there are more.`,
  );
