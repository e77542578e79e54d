import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import type { ReportStatus } from '../../../../drizzle/vocabulary.ts';
import type { ChatMessage, ChatPerson, ReportDecision } from '../../../contract/talk/chat.ts';
import { stampOf, writeAudited } from '../../../http/security/audit.ts';
import { eventNotFound, forbidden, notFound, PlainError } from '../../../http/answers/errors.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { findName, findRoomAndAuthor } from './chat.db.ts';
import { closeReports, decideReports, findReport } from './reports.db.ts';

// The audit log and the room are two databases. The audit log is written first, so that every action is logged.

/**
 * Removes a message and closes its open reports. A repeat changes nothing and is not logged. Throws
 * `request.not_found`.
 */
export async function removeMessage(
  c: Context<AppEnv>,
  { slug, id }: { slug: string; id: string },
): Promise<ChatMessage> {
  const { event_id, by } = await moderatorOf(c, slug);
  const message = await removeFromRoom(c, { event_id, slug, id, by });
  if (!message) throw notFound();
  await closeReports(c.get('db'), { message_id: id, status: 'removed', by: by.user_id, now: c.get('now') });
  return message;
}

/**
 * Decides the open reports of a message, even if the room no longer has it. Throws `request.not_found`, or
 * `request.conflict` if the reports are already decided.
 */
export async function decideReported(
  c: Context<AppEnv>,
  { id, decision }: { id: string; decision: ReportDecision },
): Promise<ReportStatus> {
  const [db, { user_id }] = [c.get('db'), c.get('actor')];
  const report = await findReport(db, { message_id: id });
  if (report.open === 0) throw decidedBefore();
  if (decision === 'remove') {
    const by = { user_id, display_name: await findName(db, { user_id }) };
    await removeFromRoom(c, { event_id: report.event_id, slug: report.event, id, by });
  }
  const status = decision === 'remove' ? 'removed' : 'kept';
  if (!(await decideReports(db, { report, status, stamp: stampOf(c) }))) throw decidedBefore();
  return status;
}

/** Returns null if the room has no such message. */
async function removeFromRoom(
  c: Context<AppEnv>,
  { event_id, slug, id, by }: { event_id: string; slug: string; id: string; by: ChatPerson },
): Promise<ChatMessage | null> {
  const room = roomOf(c.env, event_id);
  const found = await room.find({ event_id, id });
  if (!found || found.removed) return found;
  const before = { event_id, event: slug, seq: found.seq, user_id: found.user_id };
  await logAct(c, { action: 'chat.remove', target_type: 'message', target_id: id, before, after: null });
  return (await room.remove({ event_id, id, by, now: c.get('now').getTime() })) ?? found;
}

/** Mutes or unmutes a person. Returns the mute that now applies, or null. */
export async function mutePerson(
  c: Context<AppEnv>,
  { slug, user_id, muted }: { slug: string; user_id: string; muted: boolean },
) {
  const { event_id, by } = await moderatorOf(c, slug);
  const action = muted ? 'chat.mute' : 'chat.unmute';
  await logAct(c, {
    action,
    target_type: 'person',
    target_id: user_id,
    before: null,
    after: { event_id, event: slug, muted },
  });
  return roomOf(c.env, event_id).mute({ user_id, muted, by, now: c.get('now').getTime() });
}

/** Sets slow mode. Throws `event.not_found`, or `request.forbidden` if the actor does not manage the chat. */
export async function slowDown(
  c: Context<AppEnv>,
  { slug, seconds }: { slug: string; seconds: number },
): Promise<void> {
  const { event_id, is_staff } = await findRoomAndAuthor(c.get('db'), {
    slug,
    actor: c.get('actor'),
    now: c.get('now'),
  });
  if (!is_staff) throw forbidden();
  await logAct(c, {
    action: 'chat.slow',
    target_type: 'event',
    target_id: event_id,
    before: null,
    after: { event: slug, seconds },
  });
  if (!(await roomOf(c.env, event_id).slowDown({ event_id, seconds }))) throw eventNotFound();
}

async function moderatorOf(c: Context<AppEnv>, slug: string) {
  const { event_id, author } = await findRoomAndAuthor(c.get('db'), { slug, actor: c.get('actor'), now: c.get('now') });
  return { event_id, by: { user_id: c.get('actor').user_id, display_name: author.display_name } };
}

async function logAct(
  c: Context<AppEnv>,
  act: { action: string; target_type: string; target_id: string; before: object | null; after: object | null },
) {
  await writeAudited(c.get('db'), { stamp: stampOf(c), changes: [{ run: null, ...act }] });
}

const decidedBefore = () =>
  new PlainError(409, 'request.conflict', 'Another admin has already decided these reports. Reload the list.');
