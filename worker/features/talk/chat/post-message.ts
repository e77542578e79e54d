import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import type { ChatMessage, PostMessage } from '../../../contract/talk/chat.ts';
import { eventNotFound, mutedHere, slowModeHere } from '../../../http/answers/errors.ts';
import { wakeNotices } from '../../../http/outbox/notices.ts';
import { spend } from '../../../http/limits/rate-limit.ts';
import { roomOf } from '../../../rooms/ask-room.ts';
import { findRoomAndAuthor } from './chat.db.ts';
import { notifyMentioned } from './mentions.db.ts';

/** The window of the limits per person and per room, in seconds, as in `wrangler.toml`. */
export const WINDOW_SECONDS = 10;

/**
 * Posts a message to the event's room and notifies the people it mentions. If the notification fails, the sender's
 * retry repeats it. Throws `event.not_found`, `chat.muted`, `chat.slow` or `request.too_many`.
 */
export async function postMessage(
  c: Context<AppEnv>,
  { slug, post }: { slug: string; post: PostMessage },
): Promise<{ message: ChatMessage; isNew: boolean }> {
  const [db, now, actor] = [c.get('db'), c.get('now'), c.get('actor')];
  const { event_id, title, author, is_staff, blocked } = await findRoomAndAuthor(db, {
    slug,
    actor,
    now,
    mentions: post.mentions,
  });
  await spend(c.env.LIMIT_CHAT_ROOM, { key: event_id, seconds: WINDOW_SECONDS });
  const mentions = post.mentions?.filter((id) => !blocked.includes(id));
  const draft = { ...post, mentions, event_id, user_id: actor.user_id, author, is_staff, now: now.getTime() };
  const stored = await roomOf(c.env, event_id).post(draft);
  if (stored.status === 'muted') throw mutedHere();
  if (stored.status === 'closed') throw eventNotFound();
  if (stored.status === 'slow') throw slowModeHere(stored.seconds);
  const { message } = stored;
  if (message.mentions && (await notifyMentioned(db, { message, event: { slug, title }, now })))
    await wakeNotices(c.env);
  return { message, isNew: stored.status === 'created' };
}
