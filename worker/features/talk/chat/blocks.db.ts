import { and, desc, eq, sql } from 'drizzle-orm';
import { blocks } from '../../../../drizzle/tables/talk/blocks.ts';
import { isPublic } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Actor, Db } from '../../../context.ts';
import { MOST_BLOCKS } from '../../../contract/talk/chat.ts';
import { eventNotFound, invalid, notFound, PlainError } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { managesChat } from './chat.db.ts';

export function findBlocked(db: Db, { user_id }: { user_id: string }) {
  return db
    .select({ user_id: blocks.blocked_id, display_name: profiles.display_name })
    .from(blocks)
    .innerJoin(profiles, eq(profiles.id, blocks.blocked_id))
    .where(eq(blocks.blocker_id, user_id))
    .orderBy(desc(blocks.created_at), blocks.blocked_id);
}

/** Finds the person's rights in a chat and whom they block, never who blocks them. Throws `event.not_found`. */
export async function findMyChat(db: Db, { slug, actor, now }: { slug: string; actor: Actor; now: Date }) {
  const [found] = await db
    .select({
      is_staff: managesChat(actor),
      blocked: sql<string>`(select json_group_array(blocked_id) from blocks where blocker_id = ${actor.user_id})`,
    })
    .from(events)
    .where(and(eq(events.slug, slug), isPublic(now)));
  if (!found) throw eventNotFound();
  return { is_staff: found.is_staff, blocked_ids: JSON.parse(found.blocked) as string[] };
}

/** A repeat changes nothing. Throws `request.invalid`, `request.not_found` and `chat.too_many_blocks`. */
export async function blockPerson(
  db: Db,
  { user_id, blocked_id, now }: { user_id: string; blocked_id: string; now: Date },
): Promise<void> {
  if (blocked_id === user_id) throw invalid({ user_id: 'You can’t block yourself.' });
  const insert = insertFrom(db, blocks, {
    row: { blocker_id: user_id, blocked_id: profiles.id, created_at: now },
    from: sql`from ${profiles} where ${profiles.id} = ${blocked_id}
      and (select count(*) from blocks as mine where mine.blocker_id = ${user_id}) < ${MOST_BLOCKS}`,
  }).onConflictDoNothing();
  const [, known, mine] = await db.batch([
    insert,
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, blocked_id)),
    db
      .select({ id: blocks.blocked_id })
      .from(blocks)
      .where(and(eq(blocks.blocker_id, user_id), eq(blocks.blocked_id, blocked_id))),
  ]);
  if (known.length === 0) throw notFound();
  if (mine.length === 0) throw tooManyBlocks();
}

export async function unblockPerson(
  db: Db,
  { user_id, blocked_id }: { user_id: string; blocked_id: string },
): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.blocker_id, user_id), eq(blocks.blocked_id, blocked_id)));
}

const tooManyBlocks = () =>
  new PlainError(
    409,
    'chat.too_many_blocks',
    `You’ve blocked ${MOST_BLOCKS} people. Unblock someone in your account first.`,
  );
