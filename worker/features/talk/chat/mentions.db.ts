import { sql } from 'drizzle-orm';
import type { Db } from '../../../context.ts';
import type { ChatMessage } from '../../../contract/talk/chat.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';

/** After an unseen mention, a person is not notified of more mentions in the same chat for this time, in ms. */
const QUIET_MS = 10 * MINUTE;
const NAME_MAX = 30;
const TITLE_MAX = 100;

/**
 * Notifies the people whom a message mentions, except people who block the author or whom the author blocks. The
 * notification omits the message's text, because the message may be removed later. Returns whether any notification was
 * written.
 */
export async function notifyMentioned(
  db: Db,
  { message, event, now }: { message: ChatMessage; event: { slug: string; title: string }; now: Date },
): Promise<boolean> {
  const path = `/events/${event.slug}#chat`;
  const ids = (message.mentions ?? []).map(({ user_id }) => sql`${user_id}`);
  const author_id = message.user_id;
  const to = sql`select id as user_id from auth_users where id in (${sql.join(ids, sql`, `)}) and deleted_at is null
    and not exists (select 1 from blocks made where (made.blocker_id = auth_users.id and made.blocked_id = ${author_id})
      or (made.blocker_id = ${author_id} and made.blocked_id = auth_users.id))
    and not exists (select 1 from notifications told where told.user_id = auth_users.id and told.kind = 'mentions'
      and told.path = ${path}
      and told.seen_at is null and told.created_at > ${now.getTime() - QUIET_MS})`;
  const notice = {
    kind: 'mentions',
    title: `${shortNameOf(message.author.display_name)} mentioned you`,
    body: `In the chat for ${event.title.slice(0, TITLE_MAX)}. Open it to read the message.`,
    path,
    cause: `message:${message.id}:mention`,
  } as const;
  const told = await noticesInsert(db, { to, notice, now }).returning();
  return told.length > 0;
}

/** The first word of a name, or the whole name if that word is a letter or an article. */
function shortNameOf(display_name: string | null): string {
  const name = display_name?.trim() || 'A student';
  const [first = name] = name.split(/\s/);
  return (first.length > 1 && !/^(an|the)$/i.test(first) ? first : name).slice(0, NAME_MAX);
}
